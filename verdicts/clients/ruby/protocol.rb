# What the adapters in Ruby share: the lines of the protocol, around a client with three operations.

require 'json'

# An answer that is no success. Not every one has an Error body.
class ApiError < StandardError
  attr_reader :status, :code

  def initialize(status, body)
    error = JSON.parse(body)
    super(error['message'] || "The server answered #{status}.")
    @code = error['code']
  rescue JSON::ParserError, TypeError, NoMethodError
    super("The server answered #{status}.")
  ensure
    @status = status
  end
end

# Answers the requests on stdin, until it ends. `connect` makes a client with the methods list_pets, create_pet, get_pet and head; it is
# kept for the requests with the same settings. `describe` returns what the client raised, as the protocol has it.
class Protocol
  def initialize(name:, version:, capabilities:, connect:, describe:)
    @first = { protocol: 1, client: { name:, version:, language: 'ruby' }, capabilities: }
    @stores = Hash.new { |stores, settings| stores[settings] = connect.call(*settings) }
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
    settings = [request['baseUrl'].delete_suffix('/'), request['apiKey'], request['timeoutMs'] / 1000.0]
    { id: request['id'], ok: call(@stores[settings], request) }
  rescue ApiError => e
    { id: request['id'], error: { kind: 'api', status: e.status, code: e.code, message: e.message }.compact }
  rescue StandardError => e
    { id: request['id'], error: { message: e.message, **@describe.call(e) } }
  end

  def call(store, request)
    given = request['arguments']
    case request.values_at('method', 'operation')
    in ['HEAD', _] then store.head(given.key?('petId') ? "/pets/#{given['petId']}" : '/pets') && nil
    in [_, 'listPets']
      pets = store.list_pets(given)
      pets.is_a?(Array) ? pets.map { |pet| show(pet) } : pets # {} has map, too
    in [_, 'getPet'] then show(store.get_pet(Integer(given['petId'], 10)))
    in [_, 'createPet'] then show(store.create_pet(given.merge('categoryId' => Integer(given['categoryId'], 10))))
    end
  end

  # The pet with its integers as text.
  def show(pet)
    pet.transform_values do |value|
      case value
      when Float then (value == value.to_i ? value.to_i : value).to_s # Ruby reads 1.0 as a Float, which is equal to the Integer
      when Integer then value.to_s
      when String then value.scrub # bytes that are not UTF-8 cannot be written as JSON
      else value
      end
    end
  end
end
