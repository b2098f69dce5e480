"""The arguments of `python -m tests.matrix`."""

import pytest

from tests.matrix import main, sample_programs


@pytest.mark.zoo
def test_a_sample_larger_than_all_programs_is_all_of_them() -> None:
    every = sample_programs(10**6)
    assert sample_programs(len(every) + 1) == every
    assert len(sample_programs(3)) == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--sample", "0"], "0 is no whole number above 0"),
        (["--busy", "-3"], "-3 is no whole number above 0"),
        (["--student", "nobody"], "invalid choice: 'nobody'"),
    ],
)
def test_an_argument_that_makes_no_sense_is_refused_in_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err
