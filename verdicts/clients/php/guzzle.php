<?php

// An adapter around Guzzle, as its documentation shows it.
declare(strict_types=1);

use GuzzleHttp\Exception\BadResponseException;
use GuzzleHttp\Exception\ConnectException;
use GuzzleHttp\Exception\GuzzleException;

require 'GuzzleHttp/autoload.php';
require __DIR__ . '/../../../examples/conformance/php/protocol.php';

final class GuzzleClient implements Client
{
    private readonly GuzzleHttp\Client $client;

    public function __construct(private readonly string $baseUrl, ?string $apiKey, int $timeoutMs)
    {
        $headers = $apiKey === null ? [] : ['Authorization' => "Bearer $apiKey"];
        $this->client = new GuzzleHttp\Client(['timeout' => $timeoutMs / 1000, 'headers' => $headers]);
    }

    public function listPets(array $query): Response
    {
        return $this->request('GET', '/pets', ['query' => $query]);
    }

    public function createPet(array $pet): Response
    {
        return $this->request('POST', '/pets', ['json' => $pet]);
    }

    public function getPet(int $petId): Response
    {
        return $this->request('GET', "/pets/$petId");
    }

    public function head(string $path): Response
    {
        return $this->request('HEAD', $path);
    }

    private function request(string $method, string $path, array $options = []): Response
    {
        $address = rtrim($this->baseUrl, '/') . $path;
        try {
            $response = $this->client->request($method, $address, $options);
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
        return new Response($response->getStatusCode(), (string) $response->getBody());
    }
}

serve('Guzzle', $argv[1], ['timeout', 'redirects', 'head'], fn(...$settings) => new GuzzleClient(...$settings));
