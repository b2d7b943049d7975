"""What a person may not do, in a sentence for that person."""


class Refusal(Exception):
    """A request that cannot be met as things stand. The message is a sentence to show; nothing was changed.

    ``field`` names what to mend, in the words of the document that was refused (``units.axis-1.altitude``);
    empty if the whole request is refused.
    """

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field

    def __str__(self) -> str:
        return self.sentence
