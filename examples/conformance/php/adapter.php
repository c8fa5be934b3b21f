<?php

// An adapter for the conformance run, around the curl extension and json_decode. Let its methods call your client, and throw what your
// client tells as an ApiError or a TransportError. Then judge it:
//
//     npx petstore-kit conformance run --command "php adapter.php"
declare(strict_types=1);

require __DIR__ . '/protocol.php';

final class CurlClient implements Client
{
    private readonly CurlHandle $curl;

    public function __construct(
        private readonly string $baseUrl,
        private readonly ?string $apiKey,
        private readonly int $timeoutMs,
    ) {
        $this->curl = curl_init(); // it keeps the connection
    }

    public function listPets(array $query): mixed
    {
        return $this->read($this->send($query === [] ? '/pets' : '/pets?' . http_build_query($query)));
    }

    public function createPet(array $pet): mixed
    {
        return $this->read($this->send('/pets', [
            CURLOPT_POSTFIELDS => json_encode($pet, JSON_THROW_ON_ERROR),
            // On a kept connection that drops, curl would send the request again, and perhaps create two pets.
            CURLOPT_FRESH_CONNECT => true,
        ], ['Content-Type: application/json']));
    }

    public function getPet(int $petId): mixed
    {
        return $this->read($this->send("/pets/$petId"));
    }

    public function head(string $path): mixed
    {
        $this->send($path, [CURLOPT_NOBODY => true]);
        return null;
    }

    private function send(string $path, array $options = [], array $headers = []): string
    {
        if ($this->apiKey !== null) {
            $headers[] = "Authorization: Bearer $this->apiKey";
        }
        curl_reset($this->curl); // the options, not the connection
        curl_setopt_array($this->curl, $options + [
            CURLOPT_URL => rtrim($this->baseUrl, '/') . $path,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_ENCODING => '', // whatever curl can decode
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
        $status = curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE);
        if ($status < 200 || $status > 299) {
            throw new ApiError($status, json_decode($body)); // null if it is not JSON
        }
        return $body;
    }

    private function read(string $body): mixed
    {
        return json_decode($body, flags: JSON_THROW_ON_ERROR);
    }
}

serve('curl extension', PHP_VERSION, ['timeout', 'head', 'gzip'], fn(...$settings) => new CurlClient(...$settings));
