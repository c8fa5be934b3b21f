# An adapter for the conformance run: an ordinary client over net/http and json.

require 'json'
require 'net/http'
require 'uri'

# --- The client under test: put yours here. ---

Pet = Struct.new(:id, :name, :category_id, :status, keyword_init: true) do
  # Raises NoMatchingPatternError if it is no pet.
  def self.of(body)
    body => { id: Integer => id, name: String => name, categoryId: Integer => category_id }
    new(id:, name:, category_id:, status: body[:status])
  end
end

# An answer that is no success. Without an Error body, it has no code.
class ApiError < StandardError
  attr_reader :status, :code

  def initialize(status, code = nil, message = "The server answered #{status}.")
    super(message)
    @status = status
    @code = code
  end
end

class PetStore
  # The timeout is in seconds. net/http's limits are for each operation of the socket, not for the whole exchange.
  def initialize(base_url, api_key, timeout)
    @base_url = base_url.delete_suffix('/')
    @headers = { 'Accept' => 'application/json' }
    @headers['Authorization'] = "Bearer #{api_key}" if api_key
    address = URI(base_url)
    @http = Net::HTTP.new(address.hostname, address.port)
    @http.use_ssl = address.scheme == 'https'
    @http.open_timeout = @http.read_timeout = @http.write_timeout = timeout
    # By default, a body that ends before its Content-Length is taken for the whole. net/http 0.2.0 cannot do otherwise.
    @http.ignore_eof = false if @http.respond_to?(:ignore_eof=)
  end

  def list_pets(**query)
    path = query.empty? ? '/pets' : "/pets?#{URI.encode_www_form(query)}"
    read(send_request(Net::HTTP::Get, path)) => Array => pets # {} would become []
    pets.map { |pet| Pet.of(pet) }
  end

  def create_pet(name:, category_id:, status: nil)
    pet = { name:, categoryId: category_id, status: }.compact
    Pet.of(read(send_request(Net::HTTP::Post, '/pets', JSON.generate(pet))))
  end

  def get_pet(pet_id)
    Pet.of(read(send_request(Net::HTTP::Get, "/pets/#{pet_id}")))
  end

  # Whether the path answers, without its body.
  def head(path)
    send_request(Net::HTTP::Head, path)
  end

  def close
    @http.finish if @http.started?
  end

  private

  def send_request(method, path, body = nil)
    request = method.new(URI(@base_url + path), @headers)
    request.content_type = 'application/json' if body
    request.body = body
    @http.start unless @http.started? # and keep the connection
    response = @http.request(request)
    response.is_a?(Net::HTTPSuccess) ? response : raise(error_of(response))
  end

  def error_of(response)
    status = response.code.to_i
    case read(response)
    in { code: String => code, message: String => message } then ApiError.new(status, code, message)
    else ApiError.new(status)
    end
  rescue JSON::ParserError # not every answer has an Error body
    ApiError.new(status)
  end

  # The body is bytes, and JSON.parse would not check that they are UTF-8.
  def read(response)
    text = String.new(response.body.to_s, encoding: Encoding::UTF_8)
    raise JSON::ParserError, 'The body is not UTF-8.' unless text.valid_encoding?

    JSON.parse(text, symbolize_names: true)
  end
end

# --- The adapter: a request is a line of JSON on stdin, its answer a line on stdout. ---

class Adapter
  # The store of the last request is kept, with its connection.
  def store_for(*settings, timeout_ms)
    return @store if @settings == [*settings, timeout_ms]

    @store&.close
    @settings = [*settings, timeout_ms]
    @store = PetStore.new(*settings, timeout_ms / 1000.0)
  end

  def call(request)
    store = store_for(*request.values_at(:baseUrl, :apiKey, :timeoutMs))
    given = request[:arguments]
    case request.values_at(:method, :operation)
    in ['HEAD', 'getPet'] then store.head("/pets/#{Integer(given[:petId], 10)}") && nil
    in ['HEAD', _] then store.head('/pets') && nil
    in [_, 'listPets'] then store.list_pets(**given).map { |pet| show(pet) }
    in [_, 'getPet'] then show(store.get_pet(Integer(given[:petId], 10)))
    in [_, 'createPet']
      show(store.create_pet(category_id: Integer(given[:categoryId], 10), **given.slice(:name, :status)))
    end
  end

  def show(pet)
    { id: pet.id.to_s, name: pet.name, categoryId: pet.category_id.to_s, status: pet.status }.compact
  end

  # What the client raised, as the protocol has it.
  def describe(error)
    message = error.message
    case error
    when ApiError then { kind: 'api', status: error.status, code: error.code, message: }.compact
    when Timeout::Error then { kind: 'timeout', message: }
    when Errno::ECONNREFUSED, SocketError then { kind: 'transport', outcome: 'not_sent', message: }
    when SystemCallError, IOError, Net::HTTPBadResponse then { kind: 'transport', outcome: 'unknown', message: }
    else { kind: 'decode', message: "#{error.class}: #{message}" }
    end
  end

  def answer(request)
    { id: request[:id], ok: call(request) }
  rescue StandardError => e
    { id: request[:id], error: describe(e) }
  end
end

adapter = Adapter.new
$stdin.set_encoding(Encoding::UTF_8) # whatever the locale
$stdout.sync = true
client = { name: 'net/http', version: RUBY_VERSION, language: 'ruby' }
puts JSON.generate({ protocol: 1, client:, capabilities: %w[head gzip] })
$stdin.each_line { |line| puts JSON.generate(adapter.answer(JSON.parse(line, symbolize_names: true))) }
