# HTTP::Tiny alone: perl alone/http_tiny.pl GET POST
use v5.36;
use HTTP::Tiny;

my $http = HTTP::Tiny->new(timeout => 2, default_headers => { Authorization => 'Bearer secret' });
for my $method (@ARGV) {
    my %pet = (headers => { 'Content-Type' => 'application/json' }, content => '{"name":"Rex","categoryId":1}');
    my $response = $http->request($method, 'http://127.0.0.1:8080/v1/pets', $method eq 'POST' ? \%pet : {});
    say "$method $response->{status} $response->{content}";
}
