// Verifies a receipt with golang.org/x/mod, which knows nothing of the portal: the checkpoint with sumdb/note, the path
// with sumdb/tlog. Arguments: the public key, and files of receipts.
package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func check(key, file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	head, checkpoint, _ := strings.Cut(string(data), "\n\n")
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return err
	}
	opened, err := note.Open([]byte(checkpoint), note.VerifierList(verifier))
	if err != nil {
		return err
	}
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return err
	}
	root, err := tlog.ParseHash(lines[2])
	if err != nil {
		return err
	}
	rows := strings.Split(head, "\n")
	record, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(rows[1], "extra "))
	if err != nil {
		return err
	}
	number, err := strconv.ParseInt(strings.TrimPrefix(rows[2], "index "), 10, 64)
	if err != nil {
		return err
	}
	var path tlog.RecordProof
	for _, row := range rows[3:] {
		hash, err := tlog.ParseHash(row)
		if err != nil {
			return err
		}
		path = append(path, hash)
	}
	return tlog.CheckRecord(path, size, root, number, tlog.RecordHash(record))
}

func main() {
	for _, file := range os.Args[2:] {
		if err := check(os.Args[1], file); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
	fmt.Println("verified")
}
