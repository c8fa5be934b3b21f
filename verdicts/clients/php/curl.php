<?php

// An adapter around the curl extension, as the manual of PHP shows it: one handle, which keeps its connection.
declare(strict_types=1);

require __DIR__ . '/../../../examples/conformance/php/protocol.php';

final class CurlClient implements Client
{
    private readonly CurlHandle $curl;

    public function __construct(
        private readonly string $baseUrl,
        private readonly ?string $apiKey,
        private readonly int $timeoutMs,
    ) {
        $this->curl = curl_init();
    }

    public function listPets(array $query): Response
    {
        return $this->send($query === [] ? '/pets' : '/pets?' . http_build_query($query));
    }

    public function createPet(array $pet): Response
    {
        $options = [CURLOPT_POSTFIELDS => json_encode($pet, JSON_THROW_ON_ERROR)];
        return $this->send('/pets', $options, ['Content-Type: application/json']);
    }

    public function getPet(int $petId): Response
    {
        return $this->send("/pets/$petId");
    }

    public function head(string $path): Response
    {
        return $this->send($path, [CURLOPT_NOBODY => true]);
    }

    private function send(string $path, array $options = [], array $headers = []): Response
    {
        if ($this->apiKey !== null) {
            $headers[] = "Authorization: Bearer $this->apiKey";
        }
        curl_reset($this->curl); // the options, not the connection
        curl_setopt_array($this->curl, $options + [
            CURLOPT_URL => rtrim($this->baseUrl, '/') . $path,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_TIMEOUT_MS => $this->timeoutMs, // of the whole exchange
            CURLOPT_RETURNTRANSFER => true,
        ]);
        $body = curl_exec($this->curl);
        if ($body === false) {
            [$kind, $outcome] = match (curl_errno($this->curl)) {
                CURLE_OPERATION_TIMEDOUT => ['timeout', null],
                CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST => ['transport', 'not_sent'],
                default => ['transport', 'unknown'],
            };
            throw new TransportError(curl_error($this->curl), $kind, $outcome);
        }
        return new Response(curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), $body);
    }
}

$version = PHP_VERSION . ' with curl ' . curl_version()['version'];
serve('curl extension', $version, ['timeout', 'head'], fn(...$settings) => new CurlClient(...$settings));
