# How a Debian package is named in an SBOM and in a provenance: package-url (purl), type deb.
package PackageUrl;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(distribution package_url);

open(my $file, '<', '/etc/os-release') or die "cannot read /etc/os-release: $!\n";
my %os = map { m{^(\w+)="?(.*?)"?$} } <$file>;

# distribution: "debian-12"; "debian-sid" without a version.
sub distribution { return "$os{ID}-" . ($os{VERSION_ID} // 'sid') }

# package_url NAME, VERSION, [ARCHITECTURE]
sub package_url {
  my ($name, $version, $architecture) = @_;
  s/([^A-Za-z0-9.~-])/sprintf '%%%02X', ord $1/ge for $name, $version;
  my @qualifiers = (defined $architecture ? "arch=$architecture" : (), 'distro=' . distribution());
  return "pkg:deb/$os{ID}/$name\@$version?" . join('&', @qualifiers);
}

1;
