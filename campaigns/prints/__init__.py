"""From rows to what the documents print; each file is named as the document that it fills."""
