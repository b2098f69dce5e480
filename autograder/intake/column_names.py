"""Names of columns in files of Moodle and Canvas, which are written in the language of whoever exports them.

English, German, French, Spanish, Portuguese, Italian, Dutch and Polish; the English name is what the code uses. Where a
language has several words, as its versions and regions do, all of them are here.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping

MOODLE: dict[str, str] = {  # words of other languages, by the English one
    "Identifier": (
        "ID; Identifiant; Identificador; Identificativo; Identificatore; Identificatie; Identificatiecode; "
        "Identyfikator"
    ),
    "ID number": (
        "ID-Nummer; Numéro d'identification; Número de ID; Número ID; Número de identificação; Codice "
        "identificativo; Numero ID; ID-nummer; Numer ID; Numer identyfikacyjny"
    ),
    "Username": (
        "Anmeldename; Nom d'utilisateur; Nombre de usuario; Nome de utilizador; Nome de usuário; "
        "Identificação de usuário; Nome utente; Gebruikersnaam; Nazwa użytkownika"
    ),
    "Email address": (
        "E-Mail-Adresse; E-Mail; Adresse de courriel; Adresse e-mail; Dirección de correo; Dirección Email; "
        "Dirección de correo electrónico; Correo electrónico; Endereço de email; Endereço de e-mail; Endereço "
        "de correio eletrónico; Indirizzo email; E-mailadres; Adres e-mail; Adres email; Email"
    ),
    "Full name": (
        "Vollständiger Name; Nom complet; Nombre completo; Nome completo; Nome / Cognome; Nominativo; "
        "Volledige naam; Imię i nazwisko; Pełna nazwa"
    ),
    "First name": "Vorname; Prénom; Nombre; Nombre(s); Nome; Nome próprio; Voornaam; Imię",
    "Surname": (
        "Last name; Nachname; Nom; Nom de famille; Apellidos; Apellido(s); Apellido; Sobrenome; Apelido; "
        "Cognome; Achternaam; Nazwisko"
    ),
    "Status": "Statut; Estado; Estatus; Stato",
    "Grade": "Bewertung; Note; Calificación; Nota; Avaliação; Valutazione; Voto; Cijfer; Beoordeling; Ocena",
    "Maximum Grade": (
        "Bestwertung; Höchste Bewertung; Note maximale; Calificación máxima; Nota máxima; Avaliação máxima; "
        "Valutazione massima; Voto massimo; Maximumcijfer; Maximum cijfer; Hoogste cijfer; Maximale "
        "beoordeling; Maksymalna ocena; Ocena maksymalna"
    ),
    "Grade can be changed": (
        "Bewertung kann geändert werden; La note peut être modifiée; La calificación puede ser cambiada; La "
        "calificación se puede cambiar; Puede cambiarse la calificación; Nota pode ser alterada; A nota pode "
        "ser alterada; La valutazione può essere modificata; Cijfer kan gewijzigd worden; Cijfer kan worden "
        "gewijzigd; Ocena może być zmieniona; Ocenę można zmienić"
    ),
    "Last modified (submission)": (
        "Zuletzt geändert (Abgabe); Dernière modification (travail remis); Última modificación (entrega); "
        "Última modificação (envio); Última modificação (submissão); Última modificação (trabalho); Ultima "
        "modifica (consegna); Laatst gewijzigd (ingezonden taak); Laatst gewijzigd (inzending); Laatst "
        "gewijzigd (opdracht); Ostatnio modyfikowane (przesłane zadanie); Ostatnia modyfikacja (zadanie); "
        "Ostatnio modyfikowane (zadanie)"
    ),
    "Feedback comments": (
        "Feedback als Kommentar; Feedback par commentaires; Commentaires de feedback; Comentarios de "
        "retroalimentación; Comentarios de la retroalimentación; Comentários de feedback; Comentários; "
        "Commenti; Feedback commenti; Feedback via commentaar; Feedback commentaar; Komentarz zwrotny; "
        "Komentarze; Komentarze zwrotne"
    ),
}
MOODLE_PEOPLE = ("Identifier", "ID number", "Username", "Email address", "Full name", "First name", "Surname")
CANVAS: dict[str, str] = {  # words of other languages, by the English one
    "Student": (
        "Studierende; Studierende:r; Studierende/r; Teilnehmer; Teilnehmer*in; Schüler; Étudiant; Élève; "
        "Participant; Estudiante; Alumno; Aluno; Estudante; Studente; Cursist; Uczestnik"
    ),
    "ID": "Identifiant; Identificación; Identificador; Identyfikator",
    "SIS User ID": (
        "SIS-Benutzer-ID; SIS-Nutzer-ID; ID d'utilisateur SIS; ID utilisateur SIS; ID de usuario de SIS; ID "
        "de usuario SIS; ID de usuário SIS; ID de usuário do SIS; ID de utilizador SIS; ID utente SIS; SIS- "
        "gebruikers-ID; SIS-gebruiker-ID; Identyfikator użytkownika SIS; ID użytkownika SIS"
    ),
    "SIS Login ID": (
        "SIS-Login-ID; SIS-Anmelde-ID; ID de connexion SIS; Identifiant de connexion SIS; ID de inicio de "
        "sesión de SIS; ID de inicio de sesión SIS; ID de login SIS; ID de login do SIS; ID accesso SIS; ID "
        "di accesso SIS; SIS-inlog-ID; SIS-aanmeldings-ID; Identyfikator logowania SIS; ID logowania SIS"
    ),
    "Section": "Abschnitt; Sección; Seção; Secção; Sezione; Sectie; Sekcja; Klasse; Groupe",
    "Root Account": "",
}
NO = frozenset({"no", "nein", "non", "não", "nao", "nee", "nie"})
PARTICIPANT = re.compile(  # what Moodle calls a participant whose name is hidden, and everybody in a worksheet
    r"^(?:participante?|teilnehmer(?:[/_*:-]?in(?:nen)?)?|teilnehmende(?:/?r)?|partecipante|deelnemer|uczestnik)"
    r"\s*(?=\d+$)",
    re.IGNORECASE,
)


def english_columns(columns: Iterable[str], names: Mapping[str, str]) -> dict[str, str]:
    """Return the columns of a file by their English names, where these are known; the first of several.

    Args:
        columns: as the file has them.
        names: the words of all languages, by the English name: MOODLE or CANVAS.
    """
    english = {plain_name(word): name for name, words in names.items() for word in words.split("; ")}
    english |= {plain_name(name): name for name in names}  # English goes before a word of another language
    found: dict[str, str] = {}
    for column in columns:
        if (name := english.get(plain_name(column))) is not None:
            found.setdefault(name, column)
    return found


def plain_name(name: str) -> str:
    """Return a name without accents, capital letters and signs."""
    letters = unicodedata.normalize("NFKD", name.replace("ł", "l").replace("Ł", "L")).casefold()
    return "".join(letter for letter in letters if letter.isalnum())
