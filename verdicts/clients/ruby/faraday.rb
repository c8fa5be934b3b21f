# An adapter around Faraday, as its documentation shows it.

require 'faraday'
require 'json'
require_relative '../../../examples/conformance/ruby/protocol'

class Client
  def initialize(base_url, api_key, timeout)
    headers = api_key ? { 'Authorization' => "Bearer #{api_key}" } : {}
    @connection = Faraday.new(url: base_url, headers:, request: { timeout: }) # for each operation of the socket
  end

  def list_pets(query)
    raw(@connection.get('pets', query))
  end

  def create_pet(pet)
    raw(@connection.post('pets', JSON.generate(pet), 'Content-Type' => 'application/json'))
  end

  def get_pet(pet_id)
    raw(@connection.get("pets/#{pet_id}"))
  end

  def head(path)
    raw(@connection.head(path.delete_prefix('/')))
  end

  private

  def raw(response)
    Response.new(response.status, response.body)
  end
end

describe = lambda do |error|
  case error
  when Faraday::TimeoutError then { kind: 'timeout' }
  when Faraday::ConnectionFailed
    is_sent = !error.message.start_with?('Failed to open TCP connection')
    { kind: 'transport', outcome: is_sent ? 'unknown' : 'not_sent' }
  when Faraday::Error, SystemCallError, IOError then { kind: 'transport', outcome: 'unknown' }
  else { kind: 'decode' } # such as an error of zlib
  end
end

capabilities = %w[timeout head gzip]
Protocol.new(name: 'Faraday', version: Faraday::VERSION, capabilities:, connect: Client.method(:new), describe:).serve
