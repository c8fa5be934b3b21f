# An adapter around LWP::UserAgent.
use v5.36;
use FindBin;
use lib $FindBin::Bin;
use Protocol;
use LWP::UserAgent;
use URI;

package PetStore {
    use HTTP::Request::Common;

    sub new ($class, $base_url, $key, $timeout) {
        my $agent = LWP::UserAgent->new(timeout => $timeout); # for each operation of the socket
        my @headers = defined $key ? (Authorization => "Bearer $key") : ();
        return bless { agent => $agent, base_url => $base_url =~ s{/$}{}r, headers => \@headers }, $class;
    }

    sub list_pets ($self, %query) {
        my $url = URI->new("$self->{base_url}/pets");
        $url->query_form(%query) if %query;
        return $self->send(GET $url, @{ $self->{headers} });
    }

    sub create_pet ($self, $json) {
        my @headers = (@{ $self->{headers} }, 'Content-Type' => 'application/json');
        return $self->send(POST "$self->{base_url}/pets", @headers, Content => $json);
    }

    sub get_pet ($self, $id) {
        return $self->send(GET "$self->{base_url}/pets/$id", @{ $self->{headers} });
    }

    sub head ($self, $path) {
        return $self->send(HEAD "$self->{base_url}$path", @{ $self->{headers} });
    }

    sub send ($self, $request) {
        my $response = $self->{agent}->request($request);
        # A failure of the connection looks like a 500, with a header of LWP's own.
        die $response->message . "\n" if ($response->header('Client-Warning') // '') eq 'Internal response';
        # A body that broke off has a header of LWP's own, too.
        die $response->header('X-Died') // 'aborted' if $response->header('Client-Aborted');
        # Without the option, LWP decodes the characters of text and XML, too.
        return ($response->code, $response->decoded_content(charset => 'none') // die "No content\n");
    }
}

# LWP tells its failures apart by text alone.
sub describe ($died) {
    return { kind => 'timeout' } if $died =~ /^read timeout/;
    return { kind => 'decode' } if $died =~ /^No content/;
    return { kind => 'transport', outcome => 'not_sent' } if $died =~ /^Can't connect/;
    return { kind => 'transport', outcome => 'unknown' };
}

Protocol::serve(
    name => 'LWP', version => LWP::UserAgent->VERSION, capabilities => ['timeout', 'redirects', 'head'],
    connect => sub (@settings) { PetStore->new(@settings) }, describe => \&describe,
);
