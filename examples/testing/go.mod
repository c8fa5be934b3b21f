module example.com/petstore-testing

go 1.19
