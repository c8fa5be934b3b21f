# An adapter around LWP::UserAgent and JSON::PP.
use v5.36;
use FindBin;
use lib $FindBin::Bin;
use Protocol;
use JSON::PP;
use LWP::UserAgent;
use URI;

package PetStore {
    use HTTP::Request::Common;

    sub new ($class, $base_url, $key, $timeout) {
        my $agent = LWP::UserAgent->new(timeout => $timeout); # for each operation of the socket
        my @headers = defined $key ? (Authorization => "Bearer $key") : ();
        return bless { agent => $agent, base_url => $base_url, headers => \@headers }, $class;
    }

    sub list_pets ($self, %query) {
        my $url = URI->new("$self->{base_url}/pets");
        $url->query_form(%query) if %query;
        return $self->read(GET $url, @{ $self->{headers} });
    }

    sub create_pet ($self, %pet) {
        my $body = JSON::PP::encode_json(\%pet);
        my @headers = (@{ $self->{headers} }, 'Content-Type' => 'application/json');
        return $self->read(POST "$self->{base_url}/pets", @headers, Content => $body);
    }

    sub get_pet ($self, $id) {
        return $self->read(GET "$self->{base_url}/pets/$id", @{ $self->{headers} });
    }

    sub head ($self, $path) {
        $self->send(HEAD "$self->{base_url}$path", @{ $self->{headers} });
    }

    sub read ($self, $request) {
        return JSON::PP::decode_json($self->send($request)->decoded_content(charset => 'none'));
    }

    sub send ($self, $request) {
        my $response = $self->{agent}->request($request);
        # A failure of the connection looks like a 500, with a header of LWP's own.
        die $response->message . "\n" if ($response->header('Client-Warning') // '') eq 'Internal response';
        Protocol::fail($response->code, $response->decoded_content(charset => 'none')) if !$response->is_success;
        return $response;
    }
}

# LWP tells its failures apart by text alone.
sub describe ($died) {
    return { kind => 'timeout', message => $died } if $died =~ /^read timeout/;
    return { kind => 'transport', outcome => 'not_sent', message => $died } if $died =~ /^Can't connect/;
    return { kind => 'decode', message => $died } if $died =~ / at \S+ line /;
    return { kind => 'transport', outcome => 'unknown', message => $died };
}

Protocol::serve(
    name => 'LWP', version => LWP::UserAgent->VERSION, capabilities => ['redirects', 'head'],
    connect => sub (@settings) { PetStore->new(@settings) }, describe => \&describe,
);
