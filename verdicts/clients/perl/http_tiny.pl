# An adapter around HTTP::Tiny, which comes with Perl.
use v5.36;
use FindBin;
use lib $FindBin::Bin;
use Protocol;
use HTTP::Tiny;

package PetStore {
    sub new ($class, $base_url, $key, $timeout) {
        my %headers = defined $key ? (Authorization => "Bearer $key") : ();
        # The timeout is for each operation of the socket.
        my $http = HTTP::Tiny->new(timeout => $timeout, default_headers => \%headers);
        return bless { http => $http, base_url => $base_url =~ s{/$}{}r }, $class;
    }

    sub list_pets ($self, %query) {
        my $parameters = $self->{http}->www_form_urlencode(\%query);
        return raw($self->{http}->get("$self->{base_url}/pets" . ($parameters && "?$parameters")));
    }

    sub create_pet ($self, $json) {
        my %options = (headers => { 'Content-Type' => 'application/json' }, content => $json);
        return raw($self->{http}->post("$self->{base_url}/pets", \%options));
    }

    sub get_pet ($self, $id) {
        return raw($self->{http}->get("$self->{base_url}/pets/$id"));
    }

    sub head ($self, $path) {
        return raw($self->{http}->head("$self->{base_url}$path"));
    }

    # A response with the status 599 is HTTP::Tiny's own: its content is what went wrong.
    sub raw ($response) {
        die $response->{content} if $response->{status} == 599 && $response->{reason} eq 'Internal Exception';
        return $response->@{qw(status content)};
    }
}

# HTTP::Tiny tells its failures apart by text alone.
sub describe ($died) {
    return { kind => 'timeout' } if $died =~ /^Timed out/;
    return { kind => 'transport', outcome => 'not_sent' } if $died =~ /^Could not connect/;
    return { kind => 'transport', outcome => 'unknown' };
}

Protocol::serve(
    name => 'HTTP::Tiny', version => HTTP::Tiny->VERSION, capabilities => ['timeout', 'redirects', 'head'],
    connect => sub (@settings) { PetStore->new(@settings) }, describe => \&describe,
);
