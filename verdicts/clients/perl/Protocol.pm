# What the adapters in Perl share: the lines of the protocol, around a client with three operations.
package Protocol;
use v5.36;
use JSON::PP;

my $lines = JSON::PP->new->utf8->canonical;

# Answers the requests on stdin, until it ends. `connect` makes a client with the methods list_pets, create_pet, get_pet and head; it is
# kept for the requests with the same settings. `describe` returns what the client died of, as the protocol has it.
sub serve (%options) {
    $| = 1;
    my $client = { name => $options{name}, version => $options{version}, language => 'perl' };
    say $lines->encode({ protocol => 1, client => $client, capabilities => $options{capabilities} });
    my %stores;
    while (my $line = <STDIN>) {
        my $request = $lines->decode($line);
        my ($base_url, $key, $timeout) = @{$request}{qw(baseUrl apiKey timeoutMs)};
        my $store = $stores{ join ' ', $base_url, $key // '', $timeout } //=
            $options{connect}->($base_url =~ s{/$}{}r, $key, $timeout / 1000);
        my $ok = eval { call($store, $request) };
        my $answer = $@ eq '' ? { ok => $ok } : { error => ref $@ eq 'ApiError' ? {%{$@}} : $options{describe}->($@) };
        say $lines->encode({ id => $request->{id}, %$answer });
    }
}

sub call ($store, $request) {
    my %given = %{ $request->{arguments} };
    if (($request->{method} // '') eq 'HEAD') {
        $store->head(exists $given{petId} ? "/pets/$given{petId}" : '/pets');
        return undef;
    }
    return [map { show($_) } @{ $store->list_pets(%given) }] if $request->{operation} eq 'listPets';
    return show($store->get_pet($given{petId})) if $request->{operation} eq 'getPet';
    $given{categoryId} += 0; # a number of 64 bits
    return show($store->create_pet(%given));
}

# The pet with its integers as text.
sub show ($pet) {
    return $pet if ref $pet ne 'HASH';
    my %shown = map { $_ => $pet->{$_} } grep { defined $pet->{$_} } qw(id name categoryId status);
    $_ = "$_" for grep { defined && !ref } @shown{ grep { exists $shown{$_} } qw(id categoryId) };
    return \%shown;
}

# Dies of an answer that is no success. Not every one has an Error body.
sub fail ($status, $body) {
    my $error = eval { decode_json($body) };
    my %told = ref $error eq 'HASH' ? %{$error} : ();
    my $message = $told{message} // "The server answered $status.";
    die bless { kind => 'api', status => $status + 0, code => $told{code}, message => $message }, 'ApiError';
}

1;
