# What the adapters in Perl share: the lines of the protocol, around a client with three operations.
package Protocol;
use v5.36;
use JSON::PP;
use MIME::Base64;

my $lines = JSON::PP->new->utf8->canonical;

# Answers the requests on stdin, until it ends. `connect` makes a client with the methods list_pets, create_pet, get_pet and head, each of which
# returns the status and the bytes of the response. It is kept for the requests with the same settings. `describe` returns what the client
# died of, as the protocol has it.
sub serve (%options) {
    $| = 1;
    my $client = { name => $options{name}, version => $options{version}, language => 'perl' };
    say $lines->encode({ protocol => 1, client => $client, capabilities => $options{capabilities} });
    my %stores;
    while (my $line = <STDIN>) {
        my $request = $lines->decode($line);
        my ($base_url, $key, $timeout) = @{$request}{qw(baseUrl apiKey timeoutMs)};
        my $store = $stores{ join ' ', $base_url, $key // '', $timeout } //=
            $options{connect}->($base_url, $key, $timeout / 1000);
        my $answer = eval {
            my ($status, $bytes) = call($store, $request);
            { response => { status => $status + 0, base64 => encode_base64($bytes, '') } };
        } // { error => { message => $@, %{ $options{describe}->($@) } } };
        say $lines->encode({ id => $request->{id}, %$answer });
    }
}

sub call ($store, $request) {
    my %given = %{ $request->{arguments} };
    return $store->head(exists $given{petId} ? "/pets/$given{petId}" : '/pets') if ($request->{method} // '') eq 'HEAD';
    return $store->list_pets(%given) if $request->{operation} eq 'listPets';
    return $store->get_pet($given{petId}) if $request->{operation} eq 'getPet';
    $given{categoryId} += 0; # a number of 64 bits
    return $store->create_pet(JSON::PP::encode_json(\%given));
}

1;
