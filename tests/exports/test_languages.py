"""Files of Moodle and Canvas are filled in whatever language they were exported in."""

import csv
from pathlib import Path

import pytest

from tests.helpers.graded_class import CANVAS, export

WORKSHEETS = {
    "German": (
        (
            "ID;Vollständiger Name;E-Mail-Adresse;Status;Bewertung;Bestwertung;Bewertung kann geändert werden;"
            "Zuletzt geändert (Abgabe);Zuletzt geändert (Bewertung);Feedback als Kommentar"
        ),
        "Teilnehmer/in{};{};{};Abgegeben;{};27,00;{};-;-;",
        "Nein",
    ),
    "French": (
        (
            "Identifiant,Nom complet,Adresse de courriel,Statut,Note,Note maximale,La note peut être modifiée,"
            "Dernière modification (travail remis),Dernière modification (note),Feedback par commentaires"
        ),
        'Participant {},{},{},Remis,{},"27,00",{},-,-,',
        "Non",
    ),
    "Spanish": (
        (
            "Identificador,Nombre completo,Dirección de correo,Estado,Calificación,Calificación máxima,"
            "La calificación puede ser cambiada,Última modificación (entrega),Comentarios de retroalimentación"
        ),
        'Participante {},{},{},Enviado,{},"27,00",{},-,',
        "No",
    ),
    "Portuguese": (
        (
            "Identificador;Nome completo;Endereço de e-mail;Status;Nota;Nota máxima;Nota pode ser alterada;"
            "Última modificação (envio);Comentários de feedback"
        ),
        "Participante {};{};{};Enviado;{};27,00;{};-;",
        "Não",
    ),
    "Italian": (
        (
            "Identificativo;Nome completo;Indirizzo email;Stato;Valutazione;Valutazione massima;"
            "La valutazione può essere modificata;Ultima modifica (consegna);Commenti"
        ),
        "Partecipante {};{};{};Consegnato;{};27,00;{};-;",
        "No",
    ),
    "Dutch": (
        (
            "Identificatie;Volledige naam;E-mailadres;Status;Cijfer;Maximumcijfer;Cijfer kan gewijzigd worden;"
            "Laatst gewijzigd (ingezonden taak);Feedback via commentaar"
        ),
        "Deelnemer {};{};{};Ingezonden;{};27,00;{};-;",
        "Nee",
    ),
    "Polish": (
        (
            "Identyfikator;Imię i nazwisko;Adres e-mail;Status;Ocena;Maksymalna ocena;Ocena może być zmieniona;"
            "Ostatnio modyfikowane (przesłane zadanie);Komentarz zwrotny"
        ),
        "Uczestnik {};{};{};Przesłano;{};27,00;{};-;",
        "Nie",
    ),
}
ROSTER = "student,name,email\nlovelaceada_4711,Ada Lovelace,ada@x.org\nben,Ben Babbage,ben@x.org\n"


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    path = tmp_path / "roster.csv"
    path.write_text(ROSTER)
    return path


def filled(path: Path, separator: str) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file, delimiter=separator))


@pytest.mark.parametrize("language", WORKSHEETS)
def test_a_worksheet_of_moodle_in_any_language_is_filled_in(
    language: str, graded: Path, roster: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head, row, no = WORKSHEETS[language]
    separator = ";" if ";" in head else ","
    rows = [
        row.format(12, "Ada Lovelace", "ada@x.org", "", "x"),
        row.format(13, "Ben Babbage", "ben@x.org", "", no),
    ]
    path = tmp_path / "Abgaben.csv"
    path.write_text("\ufeff" + "\n".join([head, *rows, ""]), encoding="utf-8")
    arguments = ("--format", "moodle", "--into", path, "--assignment", "02", "--roster", roster)
    export(graded, *arguments, "--out", tmp_path / "up.csv")
    header, ada, ben = filled(tmp_path / "up.csv", separator)
    assert header == filled(path, separator)[0]
    assert ada[4] == "13,5"
    assert "causal_mask: 1.5 of 3" in ada[-1]
    assert ada[7] == "-"
    assert ben == filled(path, separator)[2]
    assert "cannot be changed" in capsys.readouterr().out


def test_a_gradebook_in_an_unknown_language_is_filled_in_by_the_columns_that_match_the_roster(
    graded: Path, roster: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "book.csv"
    path.write_text("Etunimi,Sähköposti,Tehtävä: 02 causal (Real),Muu\nAda,ada@x.org,-,-\nBen,ben@x.org,-,3\n")
    arguments = ("--format", "moodle", "--into", path, "--assignment", "02", "--roster", roster)
    export(graded, *arguments, "--out", tmp_path / "up.csv")
    header, ada, ben = filled(tmp_path / "up.csv", ",")
    assert header[-2:] == ["Sähköposti", "Tehtävä: 02 causal (Real)"]
    assert (ada[-1], ben[-1]) == ("13.5", "27")
    assert "cells: 2 filled, 0 changed" in capsys.readouterr().out


def test_a_cell_of_moodle_for_no_grade_stays_as_it_is(graded: Path, tmp_path: Path) -> None:
    path = tmp_path / "book.csv"
    path.write_text("ID number,Assignment: 00 warmup (Real),Assignment: 02 causal (Real)\n=cmd|1,-,-\n")
    export(graded, "--format", "moodle", "--into", path, "--out", tmp_path / "up.csv")
    assert filled(tmp_path / "up.csv", ",")[1][1] == "-"


CANVAS_HEADS = {
    "German": "Studierende,ID,SIS-Benutzer-ID,SIS-Login-ID,Abschnitt",
    "French": "Étudiant,ID,ID d'utilisateur SIS,ID de connexion SIS,Section",
    "Spanish": "Estudiante,ID,ID de usuario de SIS,ID de inicio de sesión de SIS,Sección",
    "Portuguese": "Aluno,ID,ID de usuário SIS,ID de login SIS,Seção",
    "Italian": "Studente,ID,ID utente SIS,ID accesso SIS,Sezione",
    "Dutch": "Student,ID,SIS-gebruikers-ID,SIS-inlog-ID,Sectie",
    "Polish": "Uczestnik,Identyfikator,Identyfikator użytkownika SIS,Identyfikator logowania SIS,Sekcja",
    "Finnish": "Opiskelija,Tunnus,SIS-tunnus,SIS-kirjautuminen,Ryhmä",
}


@pytest.mark.parametrize("head", CANVAS_HEADS.values(), ids=CANVAS_HEADS)
@pytest.mark.parametrize("separator", [",", ";"])
def test_a_gradebook_of_canvas_in_any_language_is_filled_in(
    separator: str, head: str, graded: Path, tmp_path: Path
) -> None:
    english = "Student,ID,SIS User ID,SIS Login ID,Section"
    text = CANVAS.replace(english, head).replace("Points Possible", "Punkte").replace("Manual Posting", "x")
    rows = list(csv.reader(text.removeprefix("\ufeff").splitlines()))
    if separator == ";":
        rows = [[cell.replace("27", "27,00") if place == 5 else cell for place, cell in enumerate(row)] for row in rows]
    path = tmp_path / "canvas.csv"
    with path.open("w", newline="") as file:
        csv.writer(file, delimiter=separator).writerows(rows)
    export(graded, "--format", "canvas", "--into", path, "--assignment", "02", "--out", tmp_path / "up.csv")
    written = filled(tmp_path / "up.csv", separator)
    assert written[0] == [*head.split(","), "Causal attention (555)"]
    cells = {row[3]: row[-1] for row in written}
    assert cells["al"] == ("13.5" if separator == "," else "13,5")
