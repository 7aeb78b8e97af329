#!/usr/bin/perl
# A sample agent in Perl: the clue is any word, the guesses are the first covered cards.
use strict;
use warnings;
use JSON::PP;

$| = 1;    # sends each answer at once
my @vocabulary;

sub say_message { print JSON::PP->new->utf8->canonical->encode({@_}), "\n" }

while (my $line = <STDIN>) {
    my $asked = decode_json($line);
    my $type  = $asked->{type};
    if ($type eq "hello") {
        say_message(
            type   => "ready", name => "first-cards", version => "2.0",
            author => "the Spyring project"
        );
    } elsif ($type eq "options") {
        open my $file, "<", $asked->{vocabulary} or die "no vocabulary: $!";
        chomp(@vocabulary = <$file>);
    } elsif ($type eq "game") {
        srand $asked->{seed};
    } elsif ($type eq "ask-clue") {
        my %starts = map { lc(substr $_, 0, 3) => 1 } @{ $asked->{cards} };
        my @clues = grep { /^[a-z]+$/ && !$starts{ substr $_, 0, 3 } } @vocabulary;
        say_message(type => "clue", word => $clues[rand @clues], number => 1);
    } elsif ($type eq "ask-guesses") {
        my $cards   = $asked->{cards};
        my @covered = grep { !defined $asked->{shown}[$_] } 0 .. $#$cards;
        my $count   = $asked->{number} // 1;
        my @guesses = map { { card => $cards->[$_] } } @covered[0 .. $count - 1];
        say_message(type => "guesses", guesses => \@guesses);
    } elsif ($type eq "quit") {
        last;
    }
}
