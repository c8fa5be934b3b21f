# An adapter for the conformance run, around net/http and json. Let its methods call your client, and `describe` tell what your client
# raises. Then judge it:
#
#     npx petstore-kit conformance run --command "ruby adapter.rb"

require 'json'
require 'net/http'
require_relative 'protocol'

class Client
  # The timeout is in seconds, and for each operation of the socket.
  def initialize(base_url, api_key, timeout)
    @base_url = base_url.delete_suffix('/')
    @headers = api_key ? { 'Authorization' => "Bearer #{api_key}" } : {}
    @http = Net::HTTP.new(URI(base_url).hostname, URI(base_url).port)
    @http.open_timeout = @http.read_timeout = @http.write_timeout = timeout
    @http.ignore_eof = false if @http.respond_to?(:ignore_eof=) # by default, a truncated body is taken for the whole
  end

  # The query has the texts 'limit' and 'status', if they are given. The result has pets: hashes with the names of the interface.
  def list_pets(query)
    read(send_request(Net::HTTP::Get, query.empty? ? '/pets' : "/pets?#{URI.encode_www_form(query)}"))
  end

  def create_pet(pet)
    read(send_request(Net::HTTP::Post, '/pets', JSON.generate(pet)))
  end

  def get_pet(pet_id)
    read(send_request(Net::HTTP::Get, "/pets/#{pet_id}"))
  end

  # Without the capability 'head', this is not called.
  def head(path)
    send_request(Net::HTTP::Head, path) && nil
  end

  private

  def send_request(method, path, body = nil)
    request = method.new(URI(@base_url + path), @headers)
    request.content_type = 'application/json' if body
    request.body = body
    @http.start unless @http.started? # and keep the connection
    response = @http.request(request)
    response.is_a?(Net::HTTPSuccess) ? response : raise(ApiError.new(response.code.to_i, error_of(response)))
  end

  # Not every answer has an Error body.
  def error_of(response)
    read(response)
  rescue JSON::ParserError
    nil
  end

  def read(response)
    JSON.parse(response.body.to_s)
  end
end

describe = lambda do |error|
  case error
  when Timeout::Error then { kind: 'timeout' }
  when Errno::ECONNREFUSED, SocketError then { kind: 'transport', outcome: 'not_sent' }
  when SystemCallError, IOError, Net::HTTPBadResponse then { kind: 'transport', outcome: 'unknown' }
  else { kind: 'decode' }
  end
end

capabilities = %w[timeout head gzip]
Protocol.new(name: 'net/http', version: RUBY_VERSION, capabilities:, connect: Client.method(:new), describe:).serve
