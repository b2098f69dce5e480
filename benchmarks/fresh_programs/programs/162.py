def build_vocab(sentence: str) -> dict[str, int]:
    cleaned = sentence.lower().replace(",", "")
    unique = sorted(set(cleaned.split()))
    return dict(zip(unique, range(len(unique))))
