# Said on Slack alone, in English.

slack-send = Send
slack-close = Close
slack-usages = Type { $command } and one of these after it:
slack-usage = { $usage } - { $does }
slack-own-picture = A picture for you alone; the text below it says the same.
slack-invite = I'm not in this channel, so I can't post a game here. Invite me with /invite, then try again.
slack-file = The file comes to you in a direct message from me.
slack-no-files = This workspace takes no files from apps, so I can't send you the file. Ask a workspace admin to allow file uploads, then try again.
slack-not-opened = Slack didn't open the window. Press the button again, or type the command again.
slack-modals-paused = Slack lets me open no windows for another { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }. Press the button or type the command again then.
slack-home-games = Your games
slack-home-none = You're in no game right now. Start one in a channel with /codenames new, /hangman new or /shiritori new.
slack-home-due = It's your turn.
slack-home-export = Get my data
slack-home-delete = Delete my data
slack-start-title = Start a game
slack-start-game = Game
slack-start-channel = Channel
slack-reactions = Reactions pick a card, too: a row ({ $rows }), a column by its number, then { $check }.
slack-no-pick = Your reactions don't name one card. Keep one row and one column on the board, then take your check mark away and put it there again.
slack-in-thread = This game is played in the thread of this message.
slack-thread-closed = I can't write in this game's thread any more, so the game goes on here.
slack-shortcut = Start a word game in a channel
slack-not-installed = I'm not installed in this workspace any more: ask somebody who manages it to install it again.

# spyring doctor

slack-check-workspace = Slack takes SLACK_BOT_TOKEN, for the workspace { $team }
slack-check-token = Slack refuses { $name } ({ $problem }): copy the token again from your app at api.slack.com/apps.
slack-check-unreached = Slack can't be reached ({ $problem }), so the tokens were not tried
slack-check-scopes = the bot token has all its scopes, and no others
slack-check-missing = The bot token lacks scopes: { $scopes }. Give your app the newest manifest.yaml, and install it in the workspace again.
slack-check-further = the bot token has more scopes than it needs: { $scopes }
slack-check-board = Slack takes a sample board
slack-check-blocks = Slack refuses a sample board ({ $problem }): run the newest version of Spyring, and report it if it is.
slack-check-files = Slack takes the pictures of boards
slack-check-no-files = Slack takes no pictures ({ $problem }), so boards are text. To have pictures, allow apps to upload files in the settings of the workspace.
slack-check-connection = Slack takes SLACK_APP_TOKEN
