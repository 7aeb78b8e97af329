# The word lists that letters are guessed in, in Japanese.

spellings-no-category = 「{ $category }」という単語リストはありません。次から選んでください：{ $categories }
spellings-no-word = { $name }には、英小文字{ $length }文字の単語だけの行がありません。別の文字数か別のファイルを選んでください。
