// Verifies a receipt with golang.org/x/mod, which knows nothing of the portal: the checkpoint with sumdb/note, the path
// with sumdb/tlog. Arguments: the public key, that of a witness or nothing, and files of receipts.
package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A verifier of c2sp.org/tlog-cosignature, which sumdb/note does not know.
type witness struct {
	name string
	key  ed25519.PublicKey
}

func (w witness) Name() string { return w.name }

func (w witness) KeyHash() uint32 {
	sum := sha256.Sum256(append([]byte(w.name+"\n\x04"), w.key...))
	return binary.BigEndian.Uint32(sum[:])
}

func (w witness) Verify(text, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	head := fmt.Sprintf("cosignature/v1\ntime %d\n", binary.BigEndian.Uint64(sig))
	return ed25519.Verify(w.key, append([]byte(head), text...), sig[8:])
}

func newWitness(key string) (note.Verifier, error) {
	parts := strings.SplitN(key, "+", 3)
	raw, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil {
		return nil, err
	}
	return witness{parts[0], ed25519.PublicKey(raw[1:])}, nil
}

func check(key, witnessKey, file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	head, checkpoint, _ := strings.Cut(string(data), "\n\n")
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return err
	}
	verifiers := []note.Verifier{verifier}
	if witnessKey != "" {
		cosigner, err := newWitness(witnessKey)
		if err != nil {
			return err
		}
		verifiers = append(verifiers, cosigner)
	}
	opened, err := note.Open([]byte(checkpoint), note.VerifierList(verifiers...))
	if err != nil {
		return err
	}
	if len(opened.Sigs) != len(verifiers) {
		return errors.New("not signed by everyone")
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
	for _, file := range os.Args[3:] {
		if err := check(os.Args[1], os.Args[2], file); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
	fmt.Println("verified")
}
