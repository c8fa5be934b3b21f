# LWP alone: perl alone/lwp.pl GET POST
use v5.36;
use HTTP::Request;
use LWP::UserAgent;

my $agent = LWP::UserAgent->new(timeout => 2);
for my $method (@ARGV) {
    my @headers = (Authorization => 'Bearer secret', 'Content-Type' => 'application/json');
    my $pet = $method eq 'POST' ? '{"name":"Rex","categoryId":1}' : undef;
    my $response = $agent->request(HTTP::Request->new($method, 'http://127.0.0.1:8080/v1/pets', \@headers, $pet));
    say "$method ", $response->status_line, ' ', $response->is_success ? 'success' : 'failure';
    say $response->headers->as_string, $response->content;
}
