# What the database cannot do, in Japanese.

store-full = ゲームを保存するディスクがいっぱいのため、何も変更しませんでした。空きを作るか、このボットの管理者に頼んでから、もう一度試してください。
store-read-only = ゲームは今、読み取りだけができて書き込めないため、何も変更しませんでした。データベースを書き込めるようにするか、このボットの管理者に頼んでから、もう一度試してください。
store-busy = 今はゲームへの操作が混み合っているため、何も変更しませんでした。少ししてから、もう一度試してください。
store-lost = ゲームのデータベースが応答しないため、何も変更しませんでした。1分ほどしてから、もう一度試してください。それでもだめなら、このボットの管理者に知らせてください。
store-broken = ゲームのデータベースのファイルを開けない、または読み書きできないため、何も変更しませんでした。フォルダーがあって書き込めることと、ディスクに異常がないことを確かめるか、このボットの管理者に知らせてください。
store-damaged = ゲームのファイルが壊れているため、何も変更しませんでした。「spyring restore」でバックアップに置き換えるか、このボットの管理者に頼んでください。
store-moved = プログラムの実行中に、ゲームのデータベースが以前のコピーに置き換えられたか、そのファイルかログが消されたか、移動されたか、置き換えられたか、空にされたため、何も変更しませんでした。元のファイルを戻すか、プログラムを終了し、ファイルの場合はバックアップを戻してから起動し直してください。このボットの管理者でなければ、管理者に知らせてください。
store-refused = ゲームのデータベースに接続を断られたため、何も変更しませんでした。DATABASE_URLのユーザー名、パスワード、データベース名を確かめるか、このボットの管理者に知らせてください。
store-behind = このバージョンに必要な表がゲームのデータベースにないため、何も変更しませんでした。「spyring migrate」を実行するか、このボットの管理者に頼んでから、もう一度試してください。
store-unsure = 途中でデータベースが応答しなくなったため、実行できたかどうか分かりません。1分ほどしてからゲームを見て、実行されていなければ、もう一度試してください。二重に数えられることはありません。

store-address = DATABASE_URLの宛先は、ゲームを保存できるデータベースではありません。sqlite:///FILEかpostgresql://USER:PASSWORD@HOST/DATABASEの形で書いてください。
store-address-slashes = DATABASE_URLのスラッシュがひとつ足りません。このフォルダーのファイルならsqlite:///FILE、ほかの場所ならsqlite:////FOLDER/FILEと書いてください。
store-address-option = DATABASE_URLに、ここでは使えないオプション{ $option }があります。消してください。
store-address-port = DATABASE_URLの{ $port }はポート番号ではありません。1から65535までの整数（例：5432）にするか、消してください。
store-address-binding = DATABASE_URLのchannel_bindingは、次のどれかにするか、消してください：{ $known }
store-address-ssl = DATABASE_URLのsslmodeは、次のどれかにしてください：{ $known }
store-driver = PostgreSQLにゲームを保存するには、そのドライバーが必要です。クローンしたフォルダーでpip install ".[postgres]"を実行するか、DATABASE_URLをsqlite:///で始めてください。
store-sqlite-driver = SQLiteのドライバーのバージョンがこのプログラムに合っていません。aiosqlite { $installed }がインストールされています。同じ環境でpip install "{ $needed }"を実行してください。
store-newer = このデータベースは、もっと新しいバージョンのプログラムで作られています。そのバージョンをインストールするか、DATABASE_URLで別のデータベースを指定してください。
store-foreign = このデータベースにはほかのプログラムの表があるか、「spyring migrate」で作られたものではないため、何も変更しませんでした。--stateで別のファイルを指定するか、DATABASE_URLで空のデータベースを指定してください。
store-revision = 「{ $revision }」というデータベースの版はありません。次から選ぶか、--toを指定しないでください：{ $known }
