<?php

// An adapter around Guzzle, as its documentation shows it.
declare(strict_types=1);

use GuzzleHttp\Client;
use GuzzleHttp\Exception\BadResponseException;
use GuzzleHttp\Exception\ConnectException;
use GuzzleHttp\Exception\GuzzleException;

require 'GuzzleHttp/autoload.php';
require __DIR__ . '/protocol.php';

final class GuzzleStore implements PetStore
{
    private readonly Client $client;

    public function __construct(private readonly string $baseUrl, ?string $apiKey, int $timeoutMs)
    {
        $headers = $apiKey === null ? [] : ['Authorization' => "Bearer $apiKey"];
        $this->client = new Client(['timeout' => $timeoutMs / 1000, 'headers' => $headers]);
    }

    public function listPets(array $query): mixed
    {
        return $this->request('GET', '/pets', ['query' => $query]);
    }

    public function createPet(array $pet): mixed
    {
        return $this->request('POST', '/pets', ['json' => $pet]);
    }

    public function getPet(int $petId): mixed
    {
        return $this->request('GET', "/pets/$petId");
    }

    public function head(string $path): void
    {
        $this->send('HEAD', $path);
    }

    private function request(string $method, string $path, array $options = []): mixed
    {
        return json_decode($this->send($method, $path, $options), flags: JSON_THROW_ON_ERROR);
    }

    private function send(string $method, string $path, array $options = []): string
    {
        try {
            $response = $this->client->request($method, $this->baseUrl . $path, $options);
        } catch (BadResponseException $failure) { // 4xx and 5xx
            $response = $failure->getResponse();
        } catch (GuzzleException $failure) {
            $code = method_exists($failure, 'getHandlerContext') ? $failure->getHandlerContext()['errno'] ?? 0 : 0;
            [$kind, $outcome] = match (true) {
                $code === CURLE_OPERATION_TIMEDOUT => ['timeout', null],
                $failure instanceof ConnectException && $code === CURLE_COULDNT_CONNECT => ['transport', 'not_sent'],
                default => ['transport', 'unknown'],
            };
            throw new TransportError($failure->getMessage(), $kind, $outcome);
        }
        [$status, $body] = [$response->getStatusCode(), (string) $response->getBody()];
        return $status >= 200 && $status <= 299 ? $body : throw new ApiError($status, $body);
    }
}

serve('Guzzle', $argv[1], ['timeout', 'redirects', 'head'], fn(...$settings) => new GuzzleStore(...$settings));
