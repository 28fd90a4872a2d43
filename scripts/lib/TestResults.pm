# What test programs and sanitizers have printed, read for the summaries that scripts/test counts.
package TestResults;
use strict;
use warnings;
use Cwd qw(getcwd);
use Exporter qw(import);
use JSON::PP;

our @EXPORT_OK = qw(lines_of report_in write_summary);

# The order in which tests/run.mjs writes them.
my %kPlaces = (passed => 1, failed => 2, cancelled => 3, skipped => 4, failures => 5, reasons => 6);

# lines_of FILE, PRESET: its lines, with paths from the root of the project: compilers write them as seen from the build folder, or whole, also
# those of another clone whose objects the compiler cache has.
sub lines_of {
  my ($name, $preset) = @_;
  my $root = getcwd();
  open(my $file, '<', $name) or die "TestResults: cannot read $name: $!\n";
  my @lines = <$file>;
  chomp @lines;
  for (@lines) {
    s{(?:\Q$root\E|/\S*)?/build/\Q$preset\E/\.\./\.\./}{}g;
    s{(?<![\w/.])\.\./\.\./(?=\w)}{}g;
    s{\Q$root\E/}{}g;
  }
  return @lines;
}

# report_in LINES: the first report of a sanitizer: its headline, and the calls of this project; or nothing.
sub report_in {
  my ($headline, @calls);
  for (@_) {
    if (!defined $headline) {
      next unless /==\d+==ERROR: (.*)|^WARNING: (ThreadSanitizer.*)|^(\S+: runtime error: .*)/;
      ($headline = $1 // $2 // $3) =~ s/ (?:on \S* ?address 0x|at pc |\(pc |\(pid=).*//;
    } elsif (/^SUMMARY: / || @calls >= 8) {
      last;
    } elsif (/^ *#\d+ (?:0x[0-9a-f]+ in )?(.* (?:src|tests)\/.*)/) {
      push @calls, "    $1" unless $1 =~ /^main /;
    } elsif (/^\s*(\w.* (?:here|at|thread \w+.*|object\(s\) allocated from):)$/) {
      push @calls, "  $1";
    }
  }
  return defined $headline ? join("\n", $headline, @calls) : undef;
}

# write_summary FAILURES, MORE…: adds a line to the file that TEST_SUMMARY names, in the form of tests/run.mjs.
sub write_summary {
  my ($failures, %more) = @_;
  return unless defined $ENV{TEST_SUMMARY};
  my %summary = (passed => 0, cancelled => 0, skipped => 0, reasons => {}, %more, failed => scalar @$failures, failures => $failures);
  my $in_order = sub { ($kPlaces{$JSON::PP::a} // 0) <=> ($kPlaces{$JSON::PP::b} // 0) };
  open(my $file, '>>', $ENV{TEST_SUMMARY}) or die "TestResults: cannot write $ENV{TEST_SUMMARY}: $!\n";
  print $file JSON::PP->new->sort_by($in_order)->encode(\%summary), "\n";
  close($file) or die "TestResults: cannot write $ENV{TEST_SUMMARY}: $!\n";
  return;
}

1;
