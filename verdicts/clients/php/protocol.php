<?php

// What the adapters in PHP share: the lines of the protocol, around a client with three operations.
declare(strict_types=1);

/** The client under test. A pet is what json_decode returns. */
interface PetStore
{
    public function listPets(array $query): mixed;

    public function createPet(array $pet): mixed;

    public function getPet(int $petId): mixed;

    /** Whether the path answers, without its body. */
    public function head(string $path): void;
}

/** An answer that is no success. Without an Error body, it has no code. */
final class ApiError extends RuntimeException
{
    public readonly ?string $errorCode;

    public function __construct(public readonly int $status, string $body)
    {
        $error = json_decode($body);
        $this->errorCode = is_string($error->code ?? null) ? $error->code : null;
        parent::__construct(is_string($error->message ?? null) ? $error->message : "The server answered $status.");
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
 * @param callable(string $baseUrl, ?string $apiKey, int $timeoutMs): PetStore $connect
 */
function serve(string $name, string $version, array $capabilities, callable $connect): void
{
    ini_set('display_errors', 'stderr'); // by default, warnings are written to stdout
    $client = ['name' => $name, 'version' => $version, 'language' => 'php'];
    writeLine(['protocol' => 1, 'client' => $client, 'capabilities' => $capabilities]);
    $stores = [];
    while (($line = fgets(STDIN)) !== false) {
        $request = json_decode($line, flags: JSON_THROW_ON_ERROR);
        $settings = [rtrim($request->baseUrl, '/'), $request->apiKey ?? null, $request->timeoutMs];
        $store = $stores[serialize($settings)] ??= $connect(...$settings);
        try {
            writeLine(['id' => $request->id, 'ok' => call($store, $request)]);
        } catch (Throwable $thrown) {
            writeLine(['id' => $request->id, 'error' => describe($thrown)]);
        }
    }
}

function call(PetStore $store, stdClass $request): ?array
{
    $given = (array) $request->arguments;
    if (($request->method ?? null) === 'HEAD') {
        $store->head(isset($given['petId']) ? "/pets/{$given['petId']}" : '/pets');
        return null;
    }
    if (isset($given['categoryId'])) {
        $given['categoryId'] = (int) $given['categoryId'];
    }
    return match ($request->operation) {
        'listPets' => array_map(show(...), $store->listPets($given)),
        'createPet' => show($store->createPet($given)),
        'getPet' => show($store->getPet((int) $given['petId'])),
    };
}

/** The pet with its integers as text. */
function show(stdClass $pet): array
{
    return array_map(fn($value) => is_int($value) || is_float($value) ? (string) $value : $value, (array) $pet);
}

/** What the client threw, as the protocol has it. */
function describe(Throwable $thrown): array
{
    $told = match (true) {
        $thrown instanceof ApiError => ['kind' => 'api', 'status' => $thrown->status, 'code' => $thrown->errorCode],
        $thrown instanceof TransportError => ['kind' => $thrown->kind, 'outcome' => $thrown->outcome],
        default => ['kind' => 'decode'],
    };
    return [...array_filter($told, fn($value) => $value !== null), 'message' => $thrown->getMessage()];
}

function writeLine(array $line): void
{
    fwrite(STDOUT, json_encode($line, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
}
