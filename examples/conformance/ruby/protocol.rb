# The common part of an adapter in Ruby: the lines of the protocol. Nothing here is to be changed.

require 'json'

# An answer that is no success. The body is what the client read of it: a hash with the names of the interface, or anything else.
class ApiError < StandardError
  attr_reader :status, :code

  def initialize(status, body = nil)
    body = {} unless body.is_a?(Hash)
    @status = status
    @code, message = body.values_at('code', 'message').map { |value| value if value.is_a?(String) }
    super(message || "The server answered #{status}.")
  end
end

# What a client returns that reads no JSON, whatever the status. The run reads the body, which is bytes.
Response = Struct.new(:status, :body)

# Answers the requests on stdin, until it ends. A client is kept for the requests with the same settings.
class Protocol
  # `connect` makes a client from the base address, the key or nil, and the timeout in seconds. `describe` returns what the client raised,
  # as the protocol has it.
  def initialize(name:, version:, capabilities:, connect:, describe:)
    @first = { protocol: 1, client: { name:, version:, language: 'ruby' }, capabilities: }
    @clients = Hash.new { |clients, settings| clients[settings] = connect.call(*settings) }
    @describe = describe
  end

  def serve
    $stdin.set_encoding(Encoding::UTF_8) # whatever the locale
    $stdout.sync = true
    puts JSON.generate(@first)
    $stdin.each_line { |line| puts JSON.generate(answer(JSON.parse(line))) }
  end

  private

  def answer(request)
    client = @clients[[request['baseUrl'], request['apiKey'], request['timeoutMs'] / 1000.0]]
    result = call(client, request)
    return { id: request['id'], ok: show(result) } unless result.is_a?(Response)

    { id: request['id'], response: { status: result.status, base64: [result.body.to_s].pack('m0') } }
  rescue ApiError => e
    { id: request['id'], error: { kind: 'api', status: e.status, code: e.code, message: e.message }.compact }
  rescue StandardError => e
    { id: request['id'], error: { message: e.message.scrub, **@describe.call(e) } }
  end

  def call(client, request)
    given = request['arguments']
    case request.values_at('method', 'operation')
    in ['HEAD', _] then client.head(given.key?('petId') ? "/pets/#{given['petId']}" : '/pets')
    in [_, 'listPets'] then client.list_pets(given)
    in [_, 'getPet'] then client.get_pet(Integer(given['petId'], 10))
    in [_, 'createPet'] then client.create_pet({ **given, 'categoryId' => Integer(given['categoryId'], 10) })
    end
  end

  # What the client returned. The integers of a pet are strings in the protocol.
  def show(value, name = nil)
    case value
    when Array then value.map { |each| show(each) }
    when Hash then value.to_h { |key, each| [key, show(each, key.to_s)] }
    when Numeric then %w[id categoryId].include?(name) ? value.to_s : value
    when String then value.scrub # bytes that are not UTF-8 cannot be written as JSON
    else value
    end
  end
end
