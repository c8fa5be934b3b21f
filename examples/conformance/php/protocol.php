<?php

// The common part of an adapter in PHP: the lines of the protocol. Nothing here is to be changed.
declare(strict_types=1);

/** The client under test. Each method returns pets as json_decode does, or a Response. */
interface Client
{
    /** @param array{limit?: string, status?: string} $query */
    public function listPets(array $query): mixed;

    /** @param array{name: string, categoryId: int, status?: string} $pet */
    public function createPet(array $pet): mixed;

    public function getPet(int $petId): mixed;

    /** Without the capability head, this is not called. Returns null, or a Response. */
    public function head(string $path): mixed;
}

/** What a client returns that reads no JSON, whatever the status. The run reads the body, which is bytes. */
final class Response
{
    public function __construct(public readonly int $status, public readonly string $body) {}
}

/** An answer that is no success. The body is what the client read of it: an object or an array with the names of the interface, or anything else. */
final class ApiError extends RuntimeException
{
    public readonly ?string $errorCode;

    public function __construct(public readonly int $status, mixed $body = null)
    {
        $body = (object) $body;
        $this->errorCode = is_string($body->code ?? null) ? $body->code : null;
        parent::__construct(is_string($body->message ?? null) ? $body->message : "The server answered $status.");
    }
}

/** There is no whole answer. Its kind is transport or timeout, its outcome not_sent or unknown. */
final class TransportError extends RuntimeException
{
    public function __construct(string $message, public readonly string $kind, public readonly ?string $outcome = null)
    {
        parent::__construct($message);
    }
}

/**
 * Answers the requests on stdin, until it ends. A client is kept for the requests with the same settings.
 *
 * @param callable(string $baseUrl, ?string $apiKey, int $timeoutMs): Client $connect
 */
function serve(string $name, string $version, array $capabilities, callable $connect): void
{
    ini_set('display_errors', 'stderr'); // by default, warnings are written to stdout
    $client = ['name' => $name, 'version' => $version, 'language' => 'php'];
    writeLine(['protocol' => 1, 'client' => $client, 'capabilities' => $capabilities]);
    $clients = [];
    while (($line = fgets(STDIN)) !== false) {
        $request = json_decode($line, flags: JSON_THROW_ON_ERROR);
        $settings = [$request->baseUrl, $request->apiKey ?? null, $request->timeoutMs];
        $client = $clients[serialize($settings)] ??= $connect(...$settings);
        writeLine(['id' => $request->id] + answer($client, $request));
    }
}

function answer(Client $client, stdClass $request): array
{
    try {
        $result = call($client, $request);
        return $result instanceof Response
            ? ['response' => ['status' => $result->status, 'base64' => base64_encode($result->body)]]
            : ['ok' => show($result)];
    } catch (ApiError $error) {
        $told = ['kind' => 'api', 'status' => $error->status, 'code' => $error->errorCode];
    } catch (TransportError $error) {
        $told = ['kind' => $error->kind, 'outcome' => $error->outcome];
    } catch (Throwable $error) {
        $told = ['kind' => 'decode'];
    }
    return ['error' => array_filter($told, fn($value) => $value !== null) + ['message' => $error->getMessage()]];
}

function call(Client $client, stdClass $request): mixed
{
    $given = (array) $request->arguments;
    if (($request->method ?? null) === 'HEAD') {
        return $client->head(isset($given['petId']) ? "/pets/{$given['petId']}" : '/pets');
    }
    return match ($request->operation) {
        'listPets' => $client->listPets($given),
        'createPet' => $client->createPet(['categoryId' => (int) $given['categoryId']] + $given),
        'getPet' => $client->getPet((int) $given['petId']),
    };
}

/** What the client returned. The integers of a pet are strings in the protocol. */
function show(mixed $value): mixed
{
    if (is_array($value) && array_is_list($value)) {
        return array_map(show(...), $value);
    }
    if (!is_array($value) && !is_object($value)) {
        return $value;
    }
    $text = fn($field) => match (true) {
        is_int($field) => (string) $field,
        is_float($field) => var_export($field, true), // 1.0 stays 1.0
        default => $field,
    };
    $pet = (array) $value;
    return (object) (array_map($text, array_intersect_key($pet, ['id' => 0, 'categoryId' => 0])) + $pet);
}

function writeLine(array $line): void
{
    fwrite(STDOUT, json_encode($line, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
}
