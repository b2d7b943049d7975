"""What the games of the Down in Flames series share: decks and hands, a table, how a log is told and watched.

Wild Blue Yonder and Down in Flames WWI know this room, and it knows neither. What only looks alike in their two
rulebooks stays with each of them.
"""
