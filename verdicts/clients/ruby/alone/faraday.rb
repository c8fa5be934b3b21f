# Faraday alone: ruby alone/faraday.rb GET POST

require 'faraday'
require 'json'

connection = Faraday.new(url: 'http://127.0.0.1:8080/v1', headers: { 'Authorization' => 'Bearer secret' })

ARGV.each do |method|
  pet = '{"name":"Rex","categoryId":1}' if method == 'POST'
  response = connection.run_request(method.downcase.to_sym, 'pets', pet, { 'Content-Type' => 'application/json' })
  puts "#{method} #{response.status} #{response.body}"
  p JSON.parse(response.body)
rescue StandardError => e
  puts "#{method} #{e.inspect}"
end
