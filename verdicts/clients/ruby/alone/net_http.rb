# net/http alone: ruby alone/net_http.rb GET wait POST

require 'net/http'

http = Net::HTTP.new('127.0.0.1', 8080)
http.start

ARGV.each do |method|
  next sleep(1) if method == 'wait'

  pet = '{"name":"Rex","categoryId":1}' if method == 'POST'
  headers = { 'Authorization' => 'Bearer secret', 'Content-Type' => 'application/json' }
  response = http.send_request(method, '/v1/pets', pet, headers)
  puts "#{method} #{response.code} #{response.body}"
rescue StandardError => e
  puts "#{method} #{e.inspect}"
end
