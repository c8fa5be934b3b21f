# An adapter around Faraday, as its documentation shows it.

require 'faraday'
require_relative 'protocol'

class PetStore
  def initialize(base_url, key, timeout)
    headers = key ? { 'Authorization' => "Bearer #{key}" } : {}
    @connection = Faraday.new(url: base_url, headers:, request: { timeout: }) # for each operation of the socket
  end

  def list_pets(query)
    read(@connection.get('pets', query))
  end

  def create_pet(pet)
    read(@connection.post('pets', JSON.generate(pet), 'Content-Type' => 'application/json'))
  end

  def get_pet(pet_id)
    read(@connection.get("pets/#{pet_id}"))
  end

  def head(path)
    check(@connection.head(path.delete_prefix('/')))
  end

  private

  def check(response)
    response.success? ? response : raise(ApiError.new(response.status, response.body))
  end

  def read(response)
    JSON.parse(check(response).body)
  end
end

describe = lambda do |error|
  case error
  when Faraday::TimeoutError then { kind: 'timeout' }
  when Faraday::ConnectionFailed
    is_sent = !error.message.start_with?('Failed to open TCP connection')
    { kind: 'transport', outcome: is_sent ? 'unknown' : 'not_sent' }
  when Faraday::Error, SystemCallError, IOError then { kind: 'transport', outcome: 'unknown' }
  else { kind: 'decode' }
  end
end

Protocol.new(
  name: 'Faraday', version: Faraday::VERSION, capabilities: %w[head gzip],
  connect: PetStore.method(:new), describe:
).serve
