# Sentences for Discord only, in English. Messages store the keys, so they never change.

discord-thread-name =
    { $named ->
        [yes] { $game } - { $host }'s game
       *[no] { $game }
    }
discord-thread-none = I couldn't make a thread for this game, so it stays in this channel. For the next game, check that I have the permission Create Public Threads here.
discord-thread-nowhere = This kind of channel has no threads, so this game stays here. To play in a thread, open the next game in a text channel.
discord-thread-closed = I can't post in this game's thread, so the game goes on here. To keep the next game in its thread, don't lock or delete the thread, and grant me Send Messages in Threads.
discord-permissions = This channel can't have a game, because I lack permissions here: { $permissions }. Ask someone who manages this server to grant them to me and try again, or open the game in another channel.
discord-permission =
    { $name ->
        [view] View Channel
        [send] { $threaded ->
            [yes] Send Messages in Threads
           *[no] Send Messages
        }
       *[files] Attach Files
    }

# Findings of the doctor

discord-check-bot = Discord accepts DISCORD_TOKEN, for the bot { $bot }
discord-check-unreached = Discord can't be reached ({ $problem }), so the token wasn't checked
discord-check-no-intents = no privileged intent is on, and none is needed
discord-check-intents = Spyring doesn't need these privileged intents: { $intents }. Turn them off in Discord's developer portal, under Bot.
discord-check-no-guild = The bot is in no server yet: open the link below to invite it.
discord-check-guilds =
    { $number ->
        [one] the bot is in 1 server
       *[other] the bot is in { $number } servers
    }
discord-check-missing = The bot's roles in the server { $guild } lack permissions: { $permissions }. Grant them, or invite the bot again with the link below.
discord-check-overwrites = Channel settings in the server { $guild } deny the bot permissions: { $channels }. Grant them there, or play in other channels.
discord-check-channel = #{ $name } ({ $permissions })
discord-check-invite = to invite the bot, open { $link }
