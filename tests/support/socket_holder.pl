# Holds one listening socket, as a service manager does. Each line read starts the command with the socket as descriptor 3
# and prints its process id. Arguments: port, command…
use strict; use warnings; use Socket; use POSIX ();
$| = 1; $^F = 255;
my $port = shift @ARGV;
socket(my $socket, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
setsockopt($socket, SOL_SOCKET, SO_REUSEADDR, pack('l', 1)) or die "setsockopt: $!";
bind($socket, sockaddr_in($port, inet_aton('127.0.0.1'))) or die "bind: $!";
listen($socket, 4096) or die "listen: $!";
my $number = fileno($socket);
print "listening\n";
while (<STDIN>) {
  my $pid = fork() // die "fork: $!";
  if ($pid == 0) {
    POSIX::dup2($number, 3) if $number != 3;
    $ENV{LISTEN_PID} = $$; $ENV{LISTEN_FDS} = 1;
    open(STDIN, '<', '/dev/null');
    exec @ARGV or POSIX::_exit(127);
  }
  print "started $pid\n";
  # The first word distinguishes it from the program's own lines.
  $SIG{CHLD} = sub { while ((my $ended = waitpid(-1, POSIX::WNOHANG())) > 0) { print "ended $ended ", $? >> 8, " ", $? & 127, "\n" } };
}
