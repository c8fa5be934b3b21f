<?php

// An adapter around file_get_contents with a stream context, as the manual of PHP shows it.
declare(strict_types=1);

require __DIR__ . '/protocol.php';

final class StreamStore implements PetStore
{
    public function __construct(
        private readonly string $baseUrl,
        private readonly ?string $apiKey,
        private readonly int $timeoutMs, // for each read
    ) {}

    public function listPets(array $query): mixed
    {
        return $this->read('GET', $query === [] ? '/pets' : '/pets?' . http_build_query($query));
    }

    public function createPet(array $pet): mixed
    {
        return $this->read('POST', '/pets', json_encode($pet, JSON_THROW_ON_ERROR));
    }

    public function getPet(int $petId): mixed
    {
        return $this->read('GET', "/pets/$petId");
    }

    public function head(string $path): void
    {
        $this->send('HEAD', $path);
    }

    private function read(string $method, string $path, ?string $body = null): mixed
    {
        return json_decode($this->send($method, $path, $body), flags: JSON_THROW_ON_ERROR);
    }

    private function send(string $method, string $path, ?string $body = null): string
    {
        $headers = $this->apiKey === null ? [] : ["Authorization: Bearer $this->apiKey"];
        $options = ['method' => $method, 'timeout' => $this->timeoutMs / 1000, 'ignore_errors' => true];
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
            $options['content'] = $body;
        }
        $context = stream_context_create(['http' => $options + ['header' => $headers]]);
        error_clear_last();
        $text = @file_get_contents($this->baseUrl . $path, context: $context);
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
        $status = (int) explode(' ', (string) end($lines))[1];
        return $status >= 200 && $status <= 299 ? $text : throw new ApiError($status, $text);
    }
}

serve('file_get_contents', PHP_VERSION, ['redirects', 'head'], fn(...$settings) => new StreamStore(...$settings));
