module example.com/petstore-conformance

go 1.19
