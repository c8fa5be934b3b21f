<?php

// Guzzle alone: php alone/guzzle.php GET wait POST
declare(strict_types=1);

require 'GuzzleHttp/autoload.php';

$client = new GuzzleHttp\Client(['headers' => ['Authorization' => 'Bearer secret'], 'timeout' => 2]);

foreach (array_slice($argv, 1) as $method) {
    if ($method === 'wait') {
        sleep(1);
        continue;
    }
    $options = $method === 'POST' ? ['json' => ['name' => 'Rex', 'categoryId' => 1]] : [];
    try {
        $response = $client->request($method, 'http://127.0.0.1:8080/v1/pets', $options);
        echo $method, ' ', $response->getStatusCode(), ' ', $response->getBody(), "\n";
    } catch (Exception $exception) {
        echo $method, ' ', get_class($exception), ' ', $exception->getMessage(), "\n";
    }
}
