# net/http alone: ruby alone/net_http.rb GET POST

require 'net/http'

http = Net::HTTP.new('127.0.0.1', 8080)
http.ignore_eof = false if http.respond_to?(:ignore_eof=)
http.start

ARGV.each do |method|
  pet = '{"name":"Rex","categoryId":1}' if method == 'POST'
  headers = { 'Authorization' => 'Bearer secret', 'Content-Type' => 'application/json' }
  response = http.send_request(method, '/v1/pets', pet, headers)
  puts "#{method} #{response.code} #{response.body}"
rescue StandardError => e
  puts "#{method} #{e.inspect}"
end
