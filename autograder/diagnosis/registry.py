"""Which model stands for which exercise."""

import functools

from autograder.course import Exercise
from autograder.diagnosis.catalogue_descent import DESCENT
from autograder.diagnosis.catalogue_embedding import embedding
from autograder.diagnosis.catalogue_forms import FORMS
from autograder.diagnosis.catalogue_formulas import formula_model
from autograder.diagnosis.catalogue_functions import FUNCTIONS
from autograder.diagnosis.catalogue_layers import LAYERS
from autograder.diagnosis.catalogue_softmax import SOFTMAX
from autograder.diagnosis.model import Model


@functools.cache
def model_of(exercise: Exercise) -> Model | None:
    """The model of an exercise, built when it is first asked for."""
    if exercise.file == "derivations.py":
        return formula_model(exercise.name)
    build = ({"TokenEmbedding": embedding} | SOFTMAX | FUNCTIONS | FORMS | LAYERS | DESCENT).get(exercise.name)
    return build() if build else None
