#!/usr/bin/perl
# A sample agent in Perl: the clue is any word, the guesses are the first covered cards.
use strict;
use warnings;

$| = 1;    # an answer has to leave at once
my ($count, $shown, @cards, @vocabulary);

sub words_of {    # the words of a line; quoted ones may hold spaces
    my @words;
    while ($_[0] =~ /\G *(?:"((?:[^"\\]|\\.)*)"|([^ "\\]+))/g) {
        my $word = defined $1 ? $1 : $2;
        $word =~ s/\\(.)/$1/g if defined $1;
        push @words, $word;
    }
    return @words;
}

sub quoted { my $word = shift; $word =~ s/(["\\])/\\$1/g; return "\"$word\"" }

while (my $line = <STDIN>) {
    chomp $line;
    my @words = words_of($line);
    if ($words[0] eq "hello") {
        print "hello first-cards 1.0 \"the Spyring project\"\n";
    } elsif ($line =~ /^option vocabulary/) {
        open my $file, "<", $words[2] or die "no vocabulary: $!";
        chomp(@vocabulary = <$file>);
    } elsif ($words[0] eq "newgame") {
        srand $words[5];
    } elsif ($words[0] eq "position") {
        $count = $words[2];
        @cards = @words[3 .. 2 + $count];
        $shown = $words[4 + $count];
    } elsif ($line eq "go clue") {
        my %starts = map { lc(substr $_, 0, 3) => 1 } @cards;
        my @clues = grep { /^[a-z]+$/ && !$starts{substr $_, 0, 3} } @vocabulary;
        print "clue $clues[rand @clues] 1\n";
    } elsif ($words[0] eq "go") {
        my @covered = grep { substr($shown, $_, 1) eq "-" } 0 .. $count - 1;
        print join(" ", "guesses", map { quoted($cards[$_]) } @covered[0 .. $words[3] - 1]), "\n";
    } elsif ($words[0] eq "quit") {
        last;
    }
}
