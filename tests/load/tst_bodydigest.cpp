// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/bodydigest.h"

#include <QTest>

#include <set>

using namespace servelab::load;

namespace {

std::uint64_t digestOf(std::string_view bytes, std::uint64_t seed = 1)
{
    FastDigest digest(seed);
    digest.add(bytes);
    return digest.result();
}

QByteArray sha256(const QByteArray &bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
}

bool isRight(KnownBody &known, const QByteArray &body)
{
    BodyDigest digest;
    digest.begin(known);
    digest.add({body.constData(), static_cast<std::size_t>(body.size())});
    return digest.isRight(known);
}

} // namespace

class TestBodyDigest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cuttingChangesNothing();
    void everyBitCounts();
    void lengthCounts();
    void seedCounts();
    void learnsFromTheFirstRightBody();
    void bodiesUnderWayWhileItLearns();
};

void TestBodyDigest::cuttingChangesNothing()
{
    QByteArray bytes;
    for (int i = 0; i < 131; ++i)
        bytes.append(static_cast<char>(i * 37));
    const std::string_view all(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    const std::uint64_t whole = digestOf(all);
    for (std::size_t cut = 0; cut <= all.size(); ++cut) {
        for (const std::size_t step : {std::size_t(1), std::size_t(7), std::size_t(33)}) {
            FastDigest digest(1);
            digest.add(all.substr(0, cut));
            for (std::size_t i = cut; i < all.size(); i += step)
                digest.add(all.substr(i, step));
            QCOMPARE(digest.result(), whole);
        }
    }
}

void TestBodyDigest::everyBitCounts()
{
    std::string bytes(100, 'a');
    std::set<std::uint64_t> seen{digestOf(bytes)};
    for (char &c : bytes) {
        for (int bit = 0; bit < 8; ++bit) {
            c = static_cast<char>(c ^ (1 << bit));
            QVERIFY(seen.insert(digestOf(bytes)).second);
            c = static_cast<char>(c ^ (1 << bit));
        }
    }
}

void TestBodyDigest::lengthCounts()
{
    std::set<std::uint64_t> seen;
    for (std::size_t length = 0; length < 200; ++length)
        QVERIFY(seen.insert(digestOf(std::string(length, '\0'))).second);
}

void TestBodyDigest::seedCounts()
{
    QVERIFY(digestOf("body", 1) != digestOf("body", 2));
}

void TestBodyDigest::learnsFromTheFirstRightBody()
{
    KnownBody known(sha256("right"), 5);
    QVERIFY(!isRight(known, "wrong"));
    QVERIFY(!known.isLearnt());
    QVERIFY(isRight(known, "right"));
    QVERIFY(known.isLearnt());
    QVERIFY(isRight(known, "right"));
    QVERIFY(!isRight(known, "wrong"));
    QVERIFY(!isRight(known, "right "));
}

/// Several bodies begin before the first one ends: each is judged rightly, whichever way.
void TestBodyDigest::bodiesUnderWayWhileItLearns()
{
    KnownBody known(sha256("right"), 5);
    BodyDigest first;
    BodyDigest second;
    BodyDigest third;
    for (BodyDigest *digest : {&first, &second, &third})
        digest->begin(known);
    first.add("right");
    second.add("wrong");
    third.add("right");
    QVERIFY(first.isRight(known));
    QVERIFY(!second.isRight(known));
    QVERIFY(third.isRight(known));
    first.begin(known);
    first.add("wrong");
    QVERIFY(!first.isRight(known));
}

QTEST_GUILESS_MAIN(TestBodyDigest)
#include "tst_bodydigest.moc"
