# Said on Discord alone, in English. The keys are stored with messages: they stay as they are.

discord-thread-name =
    { $named ->
        [yes] { $game } - { $host }'s game
       *[no] { $game }
    }
discord-thread-none = No thread could be made for this game, so it stays in this channel. For the next game to get one, check that the bot has the permission Create Public Threads here.
discord-thread-nowhere = There are no threads in channels of this kind, so this game stays here. To play in a thread, open the next game in a text channel.
discord-thread-closed = Nothing can be posted in the thread of this game (any more), so it goes on here. To keep the next game in its thread, do not lock or delete it, and give the bot the permission Send Messages in Threads.
discord-permissions = No game can be played in this channel, for I lack permissions here: { $permissions }. Ask somebody who manages this server to grant them to me and try again, or open the game in another channel.
discord-permission =
    { $name ->
        [view] View Channel
        [send] { $threaded ->
            [yes] Send Messages in Threads
           *[no] Send Messages
        }
       *[files] Attach Files
    }
