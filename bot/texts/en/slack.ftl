# Messages on Slack only, in English.

slack-send = Send
slack-close = Close
slack-usages = Type one of these:
slack-unknown = I don't know the command "{ $word }". Type one of these:
slack-usage = { $usage } - { $does }
slack-own-picture = A picture for you only; the text below says the same.
slack-invite = I'm not in this channel, so I can't post a game here. Type /invite and my name here, then try again.
slack-file = I'm sending you the file in a direct message.
slack-no-files = This workspace doesn't accept files from apps, so I can't send you the file. Ask a workspace admin to allow file uploads, then try again.
slack-not-opened = Slack didn't open the window. Press the button again, or type the command again.
slack-modals-paused = Slack won't let me open windows for another { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }. Press the button or type the command again then.
slack-home-games = Your games
slack-home-none = You aren't in a game right now. Start one in a channel with /codenames new, /hangman new or /shiritori new.
slack-home-due = It's your turn.
slack-home-export = Get my data
slack-home-delete = Delete my data
slack-start-title = Start a game
slack-start-game = Game
slack-start-channel = Channel
slack-reactions = You can also pick a card with reactions: a row ({ $rows }), a column by its number, then { $check }.
slack-no-pick = Your reactions don't name one card. Keep one row and one column, then remove your check mark and add it again.
slack-in-thread = This game is played in the thread of this message.
slack-thread-closed = I can't write in this game's thread any more, so the game continues here.
slack-shortcut = Start a word game in a channel
slack-not-installed = I'm no longer installed in this workspace: ask a workspace admin to install me again.

# spyring doctor

slack-check-workspace = Slack accepts SLACK_BOT_TOKEN, for the workspace { $team }
slack-check-token = Slack refuses { $name } ({ $problem }): copy the token again from your app at api.slack.com/apps.
slack-check-unreached = Slack can't be reached ({ $problem }), so the tokens weren't checked
slack-check-scopes = the bot token has exactly the scopes that it needs
slack-check-missing = The bot token lacks scopes: { $scopes }. Give your app the newest manifest.yaml, and install it in the workspace again.
slack-check-further = the bot token has more scopes than it needs: { $scopes }
slack-check-board = Slack accepts a sample board
slack-check-blocks = Slack refuses a sample board ({ $problem }): update Spyring, and report this if you have the newest version.
slack-check-files = Slack accepts pictures of boards
slack-check-no-files = Slack refuses pictures ({ $problem }), so boards are text. For pictures, allow apps to upload files in the settings of the workspace.
slack-check-connection = Slack accepts SLACK_APP_TOKEN
