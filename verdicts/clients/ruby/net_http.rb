# An adapter around net/http, as its documentation shows it: `Net::HTTP.start`, and a session that is kept.

require 'json'
require 'net/http'
require_relative '../../../examples/conformance/ruby/protocol'

class Client
  def initialize(base_url, api_key, timeout)
    @base_url = base_url.delete_suffix('/')
    @headers = api_key ? { 'Authorization' => "Bearer #{api_key}" } : {}
    @limits = { open_timeout: timeout, read_timeout: timeout, write_timeout: timeout } # for each operation of the socket
  end

  def list_pets(query)
    send_request(Net::HTTP::Get, query.empty? ? '/pets' : "/pets?#{URI.encode_www_form(query)}")
  end

  def create_pet(pet)
    send_request(Net::HTTP::Post, '/pets', JSON.generate(pet))
  end

  def get_pet(pet_id)
    send_request(Net::HTTP::Get, "/pets/#{pet_id}")
  end

  def head(path)
    send_request(Net::HTTP::Head, path)
  end

  private

  def send_request(method, path, body = nil)
    uri = URI(@base_url + path)
    request = method.new(uri, @headers)
    request.content_type = 'application/json' if body
    request.body = body
    @http ||= Net::HTTP.start(uri.hostname, uri.port, **@limits)
    response = @http.request(request)
    Response.new(response.code.to_i, response.body)
  end
end

describe = lambda do |error|
  case error
  when Timeout::Error then { kind: 'timeout' }
  when Errno::ECONNREFUSED, SocketError then { kind: 'transport', outcome: 'not_sent' }
  when SystemCallError, IOError, Net::HTTPBadResponse then { kind: 'transport', outcome: 'unknown' }
  else { kind: 'decode' } # such as an error of zlib
  end
end

capabilities = %w[timeout head gzip]
Protocol.new(name: 'net/http', version: RUBY_VERSION, capabilities:, connect: Client.method(:new), describe:).serve
