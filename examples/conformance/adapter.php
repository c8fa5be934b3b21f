<?php

// An adapter for the conformance run: an ordinary client over the curl extension and json_decode.
declare(strict_types=1);

// --- The client under test: put yours here. ---

final class Pet
{
    private function __construct(
        public readonly int $id,
        public readonly string $name,
        public readonly int $categoryId,
        public readonly ?string $status,
    ) {}

    /** @throws TypeError if a field is missing or of another type */
    public static function of(stdClass $body): self
    {
        return new self($body->id ?? null, $body->name ?? null, $body->categoryId ?? null, $body->status ?? null);
    }
}

/** An answer that is no success. Without an Error body, it has no code. */
final class ApiError extends RuntimeException
{
    public readonly ?string $errorCode;

    public function __construct(public readonly int $status, mixed $body)
    {
        $this->errorCode = is_string($body->code ?? null) ? $body->code : null;
        parent::__construct(is_string($body->message ?? null) ? $body->message : "The server answered $status.");
    }
}

/** There is no whole answer. Its code is that of curl. */
final class TransportError extends RuntimeException {}

final class PetStore
{
    /** @param CurlHandle $curl keeps the connections; stores may share one */
    public function __construct(
        private readonly CurlHandle $curl,
        private readonly string $baseUrl,
        private readonly ?string $apiKey,
        private readonly int $timeoutMs,
    ) {}

    /** @return list<Pet> */
    public function listPets(array $query = []): array
    {
        $path = $query === [] ? '/pets' : '/pets?' . http_build_query($query);
        return array_map(Pet::of(...), $this->read($this->send($path)));
    }

    public function createPet(string $name, int $categoryId, ?string $status = null): Pet
    {
        $pet = ['name' => $name, 'categoryId' => $categoryId] + ($status === null ? [] : ['status' => $status]);
        return Pet::of($this->read($this->send('/pets', [
            CURLOPT_POSTFIELDS => json_encode($pet, JSON_THROW_ON_ERROR),
            // On a kept connection that drops, curl would send the request again, and perhaps create two pets.
            CURLOPT_FRESH_CONNECT => true,
        ], ['Content-Type: application/json'])));
    }

    public function getPet(int $petId): Pet
    {
        return Pet::of($this->read($this->send("/pets/$petId")));
    }

    /** Whether the path answers, without its body. */
    public function head(string $path): void
    {
        $this->send($path, [CURLOPT_NOBODY => true]);
    }

    private function send(string $path, array $options = [], array $headers = []): string
    {
        $headers[] = 'Accept: application/json';
        if ($this->apiKey !== null) {
            $headers[] = "Authorization: Bearer $this->apiKey";
        }
        curl_reset($this->curl); // the options, not the connections
        curl_setopt_array($this->curl, $options + [
            CURLOPT_URL => rtrim($this->baseUrl, '/') . $path,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_ENCODING => '', // whatever curl can decode
            CURLOPT_TIMEOUT_MS => $this->timeoutMs, // of the whole exchange
            CURLOPT_RETURNTRANSFER => true,
        ]);
        $body = curl_exec($this->curl);
        if ($body === false) {
            throw new TransportError(curl_error($this->curl), curl_errno($this->curl));
        }
        $status = curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE);
        if ($status < 200 || $status > 299) {
            throw new ApiError($status, json_decode($body)); // null if it is not JSON
        }
        return $body;
    }

    /** An object of JSON becomes a stdClass. As an array, {} would be an empty list. */
    private function read(string $body): stdClass|array
    {
        return json_decode($body, flags: JSON_THROW_ON_ERROR);
    }
}

// --- The adapter: a request is a line of JSON on stdin, its answer a line on stdout. ---

function call(CurlHandle $curl, stdClass $request): ?array
{
    $store = new PetStore($curl, $request->baseUrl, $request->apiKey ?? null, $request->timeoutMs);
    $given = (array) $request->arguments;
    foreach (array_intersect_key($given, array_flip(['limit', 'petId', 'categoryId'])) as $name => $digits) {
        $given[$name] = (int) $digits;
    }
    if (($request->method ?? null) === 'HEAD') {
        $store->head(isset($given['petId']) ? "/pets/{$given['petId']}" : '/pets');
        return null;
    }
    return match ($request->operation) {
        'listPets' => array_map(show(...), $store->listPets($given)),
        'createPet' => show($store->createPet(...$given)),
        'getPet' => show($store->getPet(...$given)),
    };
}

function show(Pet $pet): array
{
    return ['id' => (string) $pet->id, 'categoryId' => (string) $pet->categoryId] + (array) $pet;
}

/** What the client threw, as the protocol has it. */
function describe(Throwable $thrown): array
{
    $isNotSent = in_array($thrown->getCode(), [CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST], true);
    $told = match (true) {
        $thrown instanceof ApiError => ['kind' => 'api', 'status' => $thrown->status, 'code' => $thrown->errorCode],
        !$thrown instanceof TransportError => ['kind' => 'decode'],
        $thrown->getCode() === CURLE_OPERATION_TIMEDOUT => ['kind' => 'timeout'],
        default => ['kind' => 'transport', 'outcome' => $isNotSent ? 'not_sent' : 'unknown'],
    };
    return [...$told, 'message' => $thrown->getMessage()];
}

function write(array $line): void
{
    fwrite(STDOUT, json_encode($line, JSON_THROW_ON_ERROR) . "\n");
}

ini_set('display_errors', 'stderr'); // by default, warnings are written to stdout
$curl = curl_init();
$client = ['name' => 'curl extension', 'version' => PHP_VERSION, 'language' => 'php'];
write(['protocol' => 1, 'client' => $client, 'capabilities' => ['timeout', 'head', 'gzip']]);
while (($line = fgets(STDIN)) !== false) {
    $request = json_decode($line, flags: JSON_THROW_ON_ERROR);
    try {
        write(['id' => $request->id, 'ok' => call($curl, $request)]);
    } catch (Throwable $thrown) {
        write(['id' => $request->id, 'error' => describe($thrown)]);
    }
}
