<?php

// The curl extension alone: php alone/curl.php GET wait POST
declare(strict_types=1);

$curl = curl_init();

foreach (array_slice($argv, 1) as $method) {
    if ($method === 'wait') {
        sleep(1);
        continue;
    }
    curl_reset($curl);
    curl_setopt_array($curl, [
        CURLOPT_URL => 'http://127.0.0.1:8080/v1/pets',
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => ['Authorization: Bearer secret', 'Content-Type: application/json'],
        CURLOPT_ENCODING => '',
        CURLOPT_RETURNTRANSFER => true,
    ]);
    if ($method === 'POST') {
        curl_setopt($curl, CURLOPT_POSTFIELDS, '{"name":"Rex","categoryId":1}');
    }
    $body = curl_exec($curl);
    echo $method, ' ', curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $body, curl_error($curl), "\n";
}
