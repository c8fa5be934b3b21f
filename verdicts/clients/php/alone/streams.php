<?php

// file_get_contents alone: php alone/streams.php GET POST
declare(strict_types=1);

foreach (array_slice($argv, 1) as $method) {
    $context = stream_context_create(['http' => [
        'method' => $method,
        'header' => ['Authorization: Bearer secret', 'Content-Type: application/json'],
        'content' => $method === 'POST' ? '{"name":"Rex","categoryId":1}' : '',
        'ignore_errors' => true,
        'timeout' => 2,
    ]]);
    $body = file_get_contents('http://127.0.0.1:8080/v1/pets', false, $context);
    echo $method, ' ', json_encode($http_response_header ?? null), ' ', json_encode($body), "\n";
}
