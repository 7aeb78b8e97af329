# The word lists that letters are guessed in, in English.

spellings-no-category = There's no word list called { $category }: choose one of { $categories }.
spellings-no-word = { $name } has no line with one word of { $length } lower-case letters: choose another length or another file.
