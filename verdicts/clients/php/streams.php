<?php

// An adapter around file_get_contents with a stream context, as the manual of PHP shows it.
declare(strict_types=1);

require __DIR__ . '/../../../examples/conformance/php/protocol.php';

final class StreamClient implements Client
{
    public function __construct(
        private readonly string $baseUrl,
        private readonly ?string $apiKey,
        private readonly int $timeoutMs, // for each read
    ) {}

    public function listPets(array $query): Response
    {
        return $this->send('GET', $query === [] ? '/pets' : '/pets?' . http_build_query($query));
    }

    public function createPet(array $pet): Response
    {
        return $this->send('POST', '/pets', json_encode($pet, JSON_THROW_ON_ERROR));
    }

    public function getPet(int $petId): Response
    {
        return $this->send('GET', "/pets/$petId");
    }

    public function head(string $path): Response
    {
        return $this->send('HEAD', $path);
    }

    private function send(string $method, string $path, ?string $body = null): Response
    {
        $headers = $this->apiKey === null ? [] : ["Authorization: Bearer $this->apiKey"];
        $options = ['method' => $method, 'timeout' => $this->timeoutMs / 1000, 'ignore_errors' => true];
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
            $options['content'] = $body;
        }
        $context = stream_context_create(['http' => $options + ['header' => $headers]]);
        error_clear_last();
        $text = @file_get_contents(rtrim($this->baseUrl, '/') . $path, context: $context);
        if ($text === false) {
            $message = error_get_last()['message'] ?? '';
            [$kind, $outcome] = match (true) {
                str_contains($message, 'timed out') => ['timeout', null],
                str_contains($message, 'Connection refused') => ['transport', 'not_sent'],
                default => ['transport', 'unknown'],
            };
            throw new TransportError($message, $kind, $outcome);
        }
        // There is a line of status for each redirect, and the last one is that of the answer.
        $lines = preg_grep('~^HTTP/~', $http_response_header);
        return new Response((int) explode(' ', (string) end($lines))[1], $text);
    }
}

serve('file_get_contents', PHP_VERSION, ['timeout', 'redirects', 'head'], fn(...$settings) => new StreamClient(...$settings));
