# An adapter around HTTP::Tiny and JSON::PP, both of which come with Perl.
use v5.36;
use FindBin;
use lib $FindBin::Bin;
use Protocol;
use HTTP::Tiny;
use JSON::PP;

package PetStore {
    sub new ($class, $base_url, $key, $timeout) {
        my %headers = defined $key ? (Authorization => "Bearer $key") : ();
        # The timeout is for each operation of the socket.
        my $http = HTTP::Tiny->new(timeout => $timeout, default_headers => \%headers);
        return bless { http => $http, base_url => $base_url }, $class;
    }

    sub list_pets ($self, %query) {
        my $parameters = $self->{http}->www_form_urlencode(\%query);
        return $self->read($self->{http}->get("$self->{base_url}/pets" . ($parameters && "?$parameters")));
    }

    sub create_pet ($self, %pet) {
        my %options = (headers => { 'Content-Type' => 'application/json' }, content => JSON::PP::encode_json(\%pet));
        return $self->read($self->{http}->post("$self->{base_url}/pets", \%options));
    }

    sub get_pet ($self, $id) {
        return $self->read($self->{http}->get("$self->{base_url}/pets/$id"));
    }

    sub head ($self, $path) {
        check($self->{http}->head("$self->{base_url}$path"));
    }

    sub read ($self, $response) {
        check($response);
        return JSON::PP::decode_json($response->{content});
    }

    # Status 599 is HTTP::Tiny's own: the content is what went wrong.
    sub check ($response) {
        return if $response->{success};
        die $response->{content} if $response->{status} == 599 && $response->{reason} eq 'Internal Exception';
        Protocol::fail($response->{status}, $response->{content});
    }
}

# HTTP::Tiny tells its failures apart by text alone.
sub describe ($died) {
    return { kind => 'timeout', message => $died } if $died =~ /^Timed out/;
    return { kind => 'transport', outcome => 'not_sent', message => $died } if $died =~ /^Could not connect/;
    return { kind => 'decode', message => $died } if $died =~ /at \S+\.p[lm] line/ && $died !~ /HTTP::Tiny|Tiny\.pm/;
    return { kind => 'transport', outcome => 'unknown', message => $died };
}

Protocol::serve(
    name => 'HTTP::Tiny', version => HTTP::Tiny->VERSION, capabilities => ['redirects', 'head'],
    connect => sub (@settings) { PetStore->new(@settings) }, describe => \&describe,
);
