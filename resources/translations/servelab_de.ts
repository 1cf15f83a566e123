<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Autostart</name>
    <message>
        <source>%1 could not be removed.</source>
        <translation>%1 konnte nicht entfernt werden.</translation>
    </message>
    <message>
        <source>Remove it yourself.</source>
        <translation>Bitte von Hand entfernen.</translation>
    </message>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation>%1 konnte nicht geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>Allow writing in that folder.</source>
        <translation>Schreiben in diesem Ordner erlauben.</translation>
    </message>
</context>
<context>
    <name>CertificateText</name>
    <message>
        <source>d MMMM yyyy</source>
        <comment>a date, as QLocale writes it</comment>
        <translation>d. MMMM yyyy</translation>
    </message>
    <message>
        <source>Expires today, %1</source>
        <translation>Läuft heute ab, %1</translation>
    </message>
    <message>
        <source>Expires tomorrow, %1</source>
        <translation>Läuft morgen ab, %1</translation>
    </message>
    <message numerus="yes">
        <source>Expires in %n days, on %1</source>
        <translation>
            <numerusform>Läuft in %n Tag ab, am %1</numerusform>
            <numerusform>Läuft in %n Tagen ab, am %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Valid until %1</source>
        <translation>Gültig bis %1</translation>
    </message>
    <message>
        <source>Expired on %1: browsers refuse it</source>
        <translation>Abgelaufen am %1: Browser weisen es ab</translation>
    </message>
    <message>
        <source>Not valid before %1: browsers refuse it</source>
        <translation>Nicht gültig vor dem %1: Browser weisen es ab</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>other programs used %1 % of the processor before the start</source>
        <translation>andere Programme nutzten vor dem Start %1 % des Prozessors</translation>
    </message>
    <message>
        <source>other programs used %1 % of the processor while it was measured</source>
        <translation>andere Programme nutzten während der Messung %1 % des Prozessors</translation>
    </message>
    <message>
        <source>the program that measured used %1 % of the processor itself</source>
        <translation>das messende Programm nutzte selbst %1 % des Prozessors</translation>
    </message>
    <message>
        <source>the machine was busy with other work at the start (load average %1 on %2)</source>
        <translation>der Rechner war beim Start mit anderem beschäftigt (mittlere Last %1 auf %2)</translation>
    </message>
    <message>
        <source>1 core</source>
        <translation>1 Kern</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 Kernen</translation>
    </message>
    <message>
        <source>the frequency governor &quot;%1&quot; changes the processor&apos;s speed while it measures</source>
        <translation>der Frequenzregler „%1“ ändert beim Messen die Geschwindigkeit des Prozessors</translation>
    </message>
    <message>
        <source>the machine ran on battery, where it may be slower</source>
        <translation>der Rechner lief im Akkubetrieb und ist dann womöglich langsamer</translation>
    </message>
    <message>
        <source>server and load shared the only core</source>
        <translation>Server und Last teilten sich den einzigen Kern</translation>
    </message>
    <message>
        <source>this is a debug build, which is slower</source>
        <translation>dies ist ein Debug-Build, der langsamer ist</translation>
    </message>
    <message>
        <source>Measure again when it is quiet.</source>
        <translation>Noch einmal messen, wenn Ruhe ist.</translation>
    </message>
    <message>
        <source>Choose the governor &quot;performance&quot; (cpupower frequency-set -g performance).</source>
        <translation>Den Regler „performance“ wählen (cpupower frequency-set -g performance).</translation>
    </message>
    <message>
        <source>Plug it in and measure again.</source>
        <translation>Ans Netz anschließen und noch einmal messen.</translation>
    </message>
    <message>
        <source>Measure on a machine with at least 2 cores.</source>
        <translation>Auf einem Rechner mit mindestens 2 Kernen messen.</translation>
    </message>
    <message>
        <source>Measure with a release build.</source>
        <translation>Mit einem Release-Build messen.</translation>
    </message>
    <message>
        <source>Leave its window alone meanwhile, or measure with servelab-cli.</source>
        <translation>Sein Fenster währenddessen in Ruhe lassen oder mit servelab-cli messen.</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>%1 % %2</source>
        <translation>%1 % %2</translation>
    </message>
    <message>
        <source>%1 times: %2</source>
        <translation>Faktor %1: %2</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>schneller</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>langsamer</translation>
    </message>
    <message>
        <source>longer</source>
        <translation>länger</translation>
    </message>
    <message>
        <source>shorter</source>
        <translation>kürzer</translation>
    </message>
    <message>
        <source>more CPU per request</source>
        <translation>mehr CPU je Anfrage</translation>
    </message>
    <message>
        <source>less CPU per request</source>
        <translation>weniger CPU je Anfrage</translation>
    </message>
    <message>
        <source>more bytes per answer</source>
        <translation>mehr Bytes je Antwort</translation>
    </message>
    <message>
        <source>fewer bytes per answer</source>
        <translation>weniger Bytes je Antwort</translation>
    </message>
    <message>
        <source>more memory at start</source>
        <translation>mehr Speicher am Anfang</translation>
    </message>
    <message>
        <source>less memory at start</source>
        <translation>weniger Speicher am Anfang</translation>
    </message>
    <message>
        <source>more memory at peak</source>
        <translation>mehr Speicher in der Spitze</translation>
    </message>
    <message>
        <source>less memory at peak</source>
        <translation>weniger Speicher in der Spitze</translation>
    </message>
    <message>
        <source>more memory retained</source>
        <translation>mehr verbliebener Speicher</translation>
    </message>
    <message>
        <source>less memory retained</source>
        <translation>weniger verbliebener Speicher</translation>
    </message>
    <message>
        <source>more memory for idle connections</source>
        <translation>mehr Speicher für ruhende Verbindungen</translation>
    </message>
    <message>
        <source>less memory for idle connections</source>
        <translation>weniger Speicher für ruhende Verbindungen</translation>
    </message>
    <message>
        <source>outside noise in %1 of %2 rounds</source>
        <translation>außerhalb des Rauschens in %1 von %2 Runden</translation>
    </message>
    <message>
        <source>no difference beyond noise (%1)</source>
        <translation>kein Unterschied jenseits des Rauschens (%1)</translation>
    </message>
    <message>
        <source>%1 (CPU per request: the load generator was the limit)</source>
        <translation>%1 (CPU je Anfrage: Der Lastgenerator war die Grenze)</translation>
    </message>
    <message>
        <source>withheld: %1</source>
        <translation>kein Urteil: %1</translation>
    </message>
    <message>
        <source>without same-code pairs the noise is not known</source>
        <translation>ohne Paare gleichen Codes ist das Rauschen nicht bekannt</translation>
    </message>
    <message>
        <source>machine unfit: %1</source>
        <translation>Rechner ungeeignet: %1</translation>
    </message>
    <message>
        <source>%1 whole rounds, at least %2 are needed</source>
        <translation>vollständige Runden: %1, mindestens %2 sind nötig</translation>
    </message>
    <message>
        <source>a figure is 0</source>
        <translation>eine Kennzahl ist 0</translation>
    </message>
    <message>
        <source>the load generator was the limit, see CPU per request</source>
        <translation>der Lastgenerator war die Grenze, siehe CPU je Anfrage</translation>
    </message>
    <message>
        <source>Of %1, chance alone would make at most %2 look different where nothing differs.</source>
        <translation>Von %1 sähen durch bloßen Zufall höchstens %2 verschieden aus, wo nichts verschieden ist.</translation>
    </message>
    <message>
        <source>1 comparison</source>
        <translation>1 Vergleich</translation>
    </message>
    <message>
        <source>%1 comparisons</source>
        <translation>%1 Vergleichen</translation>
    </message>
    <message>
        <source>%1 was %2 before and is %3 after.</source>
        <translation>%1 war vorher %2 und ist nachher %3.</translation>
    </message>
    <message>
        <source>the processor</source>
        <translation>der Prozessor</translation>
    </message>
    <message>
        <source>the number of cores</source>
        <translation>die Zahl der Kerne</translation>
    </message>
    <message>
        <source>the kernel</source>
        <translation>der Kernel</translation>
    </message>
    <message>
        <source>the build type</source>
        <translation>die Art des Builds</translation>
    </message>
    <message>
        <source>the compiler</source>
        <translation>der Compiler</translation>
    </message>
    <message>
        <source>%1, %2, %3 was not measured in both runs.</source>
        <translation>%1, %2, %3 wurde nicht in beiden Läufen gemessen.</translation>
    </message>
    <message>
        <source>%1 was only measured before.</source>
        <translation>%1 wurde nur vorher gemessen.</translation>
    </message>
    <message>
        <source>%1 was only measured after.</source>
        <translation>%1 wurde nur nachher gemessen.</translation>
    </message>
    <message>
        <source>GET of a small file</source>
        <translation>GET einer kleinen Datei</translation>
    </message>
    <message>
        <source>HEAD of a small file</source>
        <translation>HEAD einer kleinen Datei</translation>
    </message>
    <message>
        <source>A Host that none of 1,000 has</source>
        <translation>Ein Host, den keine von 1&#x202f;000 hat</translation>
    </message>
    <message>
        <source>One Host of 1,000, in mixed case</source>
        <translation>Ein Host von 1&#x202f;000, groß und klein gemischt</translation>
    </message>
    <message>
        <source>HEAD of 8 MiB</source>
        <translation>HEAD von 8 MiB</translation>
    </message>
    <message>
        <source>Brotli %1 of 2.5 MiB, kept or made each time</source>
        <translation>Brotli %1 von 2,5 MiB, behalten oder jedes Mal erzeugt</translation>
    </message>
    <message>
        <source>64 KiB from the middle of 1 MiB</source>
        <translation>64 KiB aus der Mitte von 1 MiB</translation>
    </message>
    <message>
        <source>A page of an application, for an unknown path</source>
        <translation>Eine Seite einer Anwendung, für einen unbekannten Pfad</translation>
    </message>
    <message>
        <source>A cached answer, 100 connections</source>
        <translation>Eine Antwort aus dem Cache, 100 Verbindungen</translation>
    </message>
    <message>
        <source>How an answer is written</source>
        <translation>Wie eine Antwort geschrieben wird</translation>
    </message>
    <message>
        <source>Workers, and bodies of 4 bytes to 100 KiB</source>
        <translation>Worker, und Rümpfe von 4 Bytes bis 100 KiB</translation>
    </message>
    <message>
        <source>This server and others</source>
        <translation>Dieser Server und andere</translation>
    </message>
    <message>
        <source>GET through a request hook</source>
        <translation>GET durch einen Anfrage-Hook</translation>
    </message>
    <message>
        <source>1,000 values of one key</source>
        <translation>1&#x202f;000 Werte eines Schlüssels</translation>
    </message>
    <message>
        <source>16 bytes of 8 MiB through a hook</source>
        <translation>16 Bytes von 8 MiB durch einen Hook</translation>
    </message>
    <message>
        <source>HEAD of 8 MiB through a hook</source>
        <translation>HEAD von 8 MiB durch einen Hook</translation>
    </message>
    <message>
        <source>JSON made for each request</source>
        <translation>JSON, für jede Anfrage erzeugt</translation>
    </message>
    <message>
        <source>A tiny fixed body</source>
        <translation>Ein winziger fester Rumpf</translation>
    </message>
    <message>
        <source>Ten fields written for each request</source>
        <translation>Zehn Kopfzeilen, für jede Anfrage geschrieben</translation>
    </message>
    <message>
        <source>JSON posted, a field of it answered</source>
        <translation>JSON per POST, ein Feld daraus als Antwort</translation>
    </message>
    <message>
        <source>Messages of %1 and their echoes</source>
        <translation>Nachrichten von %1 und ihre Echos</translation>
    </message>
    <message>
        <source>Bodies in one piece or four, with a length or chunked</source>
        <translation>Rümpfe in einem Stück oder vieren, mit Länge oder in Chunks</translation>
    </message>
    <message>
        <source>10, 50 or 600 fields in an answer</source>
        <translation>10, 50 oder 600 Kopfzeilen in einer Antwort</translation>
    </message>
    <message>
        <source>Requests with many fields</source>
        <translation>Anfragen mit vielen Kopfzeilen</translation>
    </message>
    <message>
        <source>Brotli quality 1, 4, 11</source>
        <translation>Brotli-Qualität 1, 4, 11</translation>
    </message>
    <message>
        <source>Brotli quality 0 to 11</source>
        <translation>Brotli-Qualität 0 bis 11</translation>
    </message>
    <message>
        <source>No compression, gzip 6 and Brotli 4</source>
        <translation>Keine Komprimierung, gzip 6 und Brotli 4</translation>
    </message>
    <message>
        <source>Static cache on and off</source>
        <translation>Statischer Cache ein und aus</translation>
    </message>
    <message>
        <source>One worker and two</source>
        <translation>Ein Worker und zwei</translation>
    </message>
    <message>
        <source>Connections kept, or one for each request</source>
        <translation>Verbindungen gehalten oder eine für jede Anfrage</translation>
    </message>
    <message>
        <source>200 or 304</source>
        <translation>200 oder 304</translation>
    </message>
    <message>
        <source>Small and large files, cached or not</source>
        <translation>Kleine und große Dateien, mit Cache oder ohne</translation>
    </message>
    <message>
        <source>From 1 to 10,000 connections</source>
        <translation>Von 1 bis 10&#x202f;000 Verbindungen</translation>
    </message>
    <message>
        <source>From 1 to 16 requests at a time on a connection</source>
        <translation>Von 1 bis 16 Anfragen gleichzeitig auf einer Verbindung</translation>
    </message>
    <message>
        <source>As fast as it answers, or at a steady rate</source>
        <translation>So schnell er antwortet oder mit fester Rate</translation>
    </message>
    <message>
        <source>Lists of folders</source>
        <translation>Listen von Ordnern</translation>
    </message>
    <message>
        <source>What 1,000 idle connections hold</source>
        <translation>Was 1&#x202f;000 ruhende Verbindungen belegen</translation>
    </message>
    <message>
        <source>A file of %1 bytes</source>
        <translation>Eine Datei von %1 Bytes</translation>
    </message>
    <message>
        <source>A file of %1 KiB</source>
        <translation>Eine Datei von %1 KiB</translation>
    </message>
    <message>
        <source>An unknown Host</source>
        <translation>Ein unbekannter Host</translation>
    </message>
    <message>
        <source>A Host in mixed case</source>
        <translation>Ein Host, groß und klein gemischt</translation>
    </message>
    <message>
        <source>The head of a file of 8 MiB</source>
        <translation>Der Kopf einer Datei von 8 MiB</translation>
    </message>
    <message>
        <source>JSON lines of 2.5 MiB</source>
        <translation>JSON-Zeilen von 2,5 MiB</translation>
    </message>
    <message>
        <source>A range of 64 KiB</source>
        <translation>Ein Bereich von 64 KiB</translation>
    </message>
    <message>
        <source>The page, with gzip</source>
        <translation>Die Seite, mit gzip</translation>
    </message>
    <message>
        <source>A body of %1 bytes</source>
        <translation>Ein Rumpf von %1 Bytes</translation>
    </message>
    <message>
        <source>%1 bytes in %2, %3</source>
        <translation>%1 Bytes in %2, %3</translation>
    </message>
    <message>
        <source>%1 fields of %2 bytes</source>
        <translation>%1 Kopfzeilen von %2 Bytes</translation>
    </message>
    <message>
        <source>%1 further fields, %2 is read</source>
        <translation>%1 weitere Kopfzeilen, gelesen wird: %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Small page</source>
        <translation>Kleine Seite</translation>
    </message>
    <message>
        <source>A folder of %1 files</source>
        <translation>Ein Ordner mit %1 Dateien</translation>
    </message>
    <message>
        <source>The cost of a request in which nothing is large.</source>
        <translation>Was eine Anfrage kostet, in der nichts groß ist.</translation>
    </message>
    <message>
        <source>Finding nothing must not mean looking at everything.</source>
        <translation>Nichts zu finden darf nicht heißen, alles anzusehen.</translation>
    </message>
    <message>
        <source>A name is found without regard to case.</source>
        <translation>Ein Name wird gefunden, ob groß oder klein geschrieben.</translation>
    </message>
    <message>
        <source>What is not sent need not be read.</source>
        <translation>Was nicht gesendet wird, muss nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Coding is paid once for each change of the file, or once for each request.</source>
        <translation>Das Komprimieren wird einmal je Änderung der Datei bezahlt oder einmal je Anfrage.</translation>
    </message>
    <message>
        <source>A range costs what it sends, not what it is cut from.</source>
        <translation>Ein Bereich kostet, was er sendet, nicht das, woraus er geschnitten ist.</translation>
    </message>
    <message>
        <source>Each path of an application is answered with its one page.</source>
        <translation>Jeder Pfad einer Anwendung wird mit ihrer einen Seite beantwortet.</translation>
    </message>
    <message>
        <source>One write for head and body saves a call and a packet.</source>
        <translation>Ein Schreibvorgang für Kopf und Rumpf spart einen Aufruf und ein Paket.</translation>
    </message>
    <message>
        <source>Another worker helps as far as there is another core for it.</source>
        <translation>Ein weiterer Worker hilft, soweit es einen weiteren Kern für ihn gibt.</translation>
    </message>
    <message>
        <source>The same file, the same load, one server after the other.</source>
        <translation>Dieselbe Datei, dieselbe Last, ein Server nach dem anderen.</translation>
    </message>
    <message>
        <source>A hook that reads nothing should cost next to nothing.</source>
        <translation>Ein Hook, der nichts liest, sollte fast nichts kosten.</translation>
    </message>
    <message>
        <source>What is copied for each further value costs the square of their number.</source>
        <translation>Was für jeden weiteren Wert kopiert wird, kostet das Quadrat ihrer Zahl.</translation>
    </message>
    <message>
        <source>A hook that changes 16 bytes needs only these.</source>
        <translation>Ein Hook, der 16 Bytes ändert, braucht nur diese.</translation>
    </message>
    <message>
        <source>A hook that wants all bytes has them read, though none is sent.</source>
        <translation>Ein Hook, der alle Bytes will, lässt sie lesen, auch wenn keines gesendet wird.</translation>
    </message>
    <message>
        <source>What an application adds to the server.</source>
        <translation>Was eine Anwendung zum Server hinzufügt.</translation>
    </message>
    <message>
        <source>The least a request through a hook can cost.</source>
        <translation>Das Mindeste, was eine Anfrage durch einen Hook kosten kann.</translation>
    </message>
    <message>
        <source>Fields cost by their number and their bytes.</source>
        <translation>Kopfzeilen kosten nach ihrer Zahl und ihren Bytes.</translation>
    </message>
    <message>
        <source>A body is read before it is answered.</source>
        <translation>Ein Rumpf wird gelesen, bevor er beantwortet wird.</translation>
    </message>
    <message>
        <source>A frame is far less to read and to write than a request.</source>
        <translation>Ein Frame ist weit weniger zu lesen und zu schreiben als eine Anfrage.</translation>
    </message>
    <message>
        <source>Each piece that is written costs, and so does its chunk.</source>
        <translation>Jedes geschriebene Stück kostet, und sein Chunk ebenso.</translation>
    </message>
    <message>
        <source>Fields that nobody asks for should cost only their reading.</source>
        <translation>Kopfzeilen, nach denen niemand fragt, sollten nur das Lesen kosten.</translation>
    </message>
    <message>
        <source>A coded answer is several times shorter, and costs nothing once it is kept.</source>
        <translation>Eine komprimierte Antwort ist um ein Mehrfaches kürzer und kostet nichts, sobald sie behalten wird.</translation>
    </message>
    <message>
        <source>A higher quality makes shorter answers and costs far more time; kept answers pay it once.</source>
        <translation>Eine höhere Qualität macht kürzere Antworten und kostet weit mehr Zeit; behaltene Antworten zahlen sie einmal.</translation>
    </message>
    <message>
        <source>Without a cache, each request opens, reads and closes the file again.</source>
        <translation>Ohne Cache öffnet, liest und schließt jede Anfrage die Datei von Neuem.</translation>
    </message>
    <message>
        <source>A second worker helps as far as there is a second core for it.</source>
        <translation>Ein zweiter Worker hilft, soweit es einen zweiten Kern für ihn gibt.</translation>
    </message>
    <message>
        <source>A new connection costs more than the request it carries.</source>
        <translation>Eine neue Verbindung kostet mehr als die Anfrage, die sie trägt.</translation>
    </message>
    <message>
        <source>A client that has the page already needs only to hear so.</source>
        <translation>Ein Client, der die Seite schon hat, muss nur das erfahren.</translation>
    </message>
    <message>
        <source>Small answers cost requests, large ones cost bytes.</source>
        <translation>Kleine Antworten kosten Anfragen, große kosten Bytes.</translation>
    </message>
    <message>
        <source>More connections give more requests up to a knee; behind it they only wait longer.</source>
        <translation>Mehr Verbindungen geben mehr Anfragen, bis zu einem Knick; dahinter warten sie nur länger.</translation>
    </message>
    <message>
        <source>Requests that travel together share system calls; the answers come in bursts.</source>
        <translation>Anfragen, die zusammen reisen, teilen sich Systemaufrufe; die Antworten kommen in Schüben.</translation>
    </message>
    <message>
        <source>In a closed loop every request waits for the ones before it; at a steady rate latency is what a visitor sees.</source>
        <translation>In geschlossener Schleife wartet jede Anfrage auf die davor; mit fester Rate ist die Latenz, was ein Besucher erlebt.</translation>
    </message>
    <message>
        <source>A list is made from what is on disk, name by name.</source>
        <translation>Eine Liste entsteht aus dem, was auf dem Datenträger liegt, Name für Name.</translation>
    </message>
    <message>
        <source>A connection that does nothing should cost next to nothing.</source>
        <translation>Eine Verbindung, die nichts tut, sollte fast nichts kosten.</translation>
    </message>
    <message>
        <source>Configuration as it is</source>
        <translation>Konfiguration, wie sie ist</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Each request</source>
        <translation>Jede Anfrage</translation>
    </message>
    <message>
        <source>Cache on</source>
        <translation>Cache ein</translation>
    </message>
    <message>
        <source>Cache off</source>
        <translation>Cache aus</translation>
    </message>
    <message>
        <source>Workers: %1</source>
        <translation>Worker: %1</translation>
    </message>
    <message>
        <source>Brotli %1, cached</source>
        <translation>Brotli %1, im Cache</translation>
    </message>
    <message>
        <source>Brotli %1, each request</source>
        <translation>Brotli %1, je Anfrage</translation>
    </message>
    <message>
        <source>gzip %1, cached</source>
        <translation>gzip %1, im Cache</translation>
    </message>
    <message>
        <source>No compression</source>
        <translation>Keine Komprimierung</translation>
    </message>
    <message>
        <source>1 worker</source>
        <translation>1 Worker</translation>
    </message>
    <message>
        <source>2 workers</source>
        <translation>2 Worker</translation>
    </message>
    <message>
        <source>One each request</source>
        <translation>Eine je Anfrage</translation>
    </message>
    <message>
        <source>200, the page</source>
        <translation>200, die Seite</translation>
    </message>
    <message>
        <source>304, not modified</source>
        <translation>304, nicht geändert</translation>
    </message>
    <message>
        <source>Connections: %1</source>
        <translation>Verbindungen: %1</translation>
    </message>
    <message>
        <source>Requests at a time: %1</source>
        <translation>Anfragen gleichzeitig: %1</translation>
    </message>
    <message>
        <source>As fast as it answers</source>
        <translation>So schnell er antwortet</translation>
    </message>
    <message>
        <source>1,000 requests a second</source>
        <translation>1&#x202f;000 Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>%1 req/s</source>
        <translation>%1 req/s</translation>
    </message>
    <message>
        <source>%1 to %2 req/s</source>
        <translation>%1 bis %2 req/s</translation>
    </message>
    <message>
        <source>%1 to %2 req/s (from quality 11 to 4, kept)</source>
        <translation>%1 bis %2 req/s (von Qualität 11 zu 4, behalten)</translation>
    </message>
    <message>
        <source>%1 req/s, %2 µs CPU a request</source>
        <translation>%1 req/s, %2 µs CPU je Anfrage</translation>
    </message>
    <message>
        <source>%1 to %2 % more req/s</source>
        <translation>%1 bis %2 % mehr req/s</translation>
    </message>
    <message>
        <source>one write gains 9.9, 8.4, 10.5, 5.6 and 2.5 % over two</source>
        <translation>ein Schreibvorgang gewinnt 9,9, 8,4, 10,5, 5,6 und 2,5 % gegenüber zweien</translation>
    </message>
    <message>
        <source>Node 2,642 req/s (11.36 ms), Deno 1,853 req/s (16.20 ms), with 30 connections</source>
        <translation>Node 2&#x202f;642 req/s (11,36 ms), Deno 1&#x202f;853 req/s (16,20 ms), mit 30 Verbindungen</translation>
    </message>
    <message>
        <source>Port %1 is already used by %2.</source>
        <translation>Port %1 wird schon von %2 benutzt.</translation>
    </message>
    <message>
        <source>process %1 (%2)</source>
        <translation>Prozess %1 (%2)</translation>
    </message>
    <message>
        <source>another program</source>
        <translation>einem anderen Programm</translation>
    </message>
    <message>
        <source>Choose another port or stop that program.</source>
        <translation>Einen anderen Port wählen oder dieses Programm beenden.</translation>
    </message>
    <message>
        <source>Port %1 may not be used without special rights.</source>
        <translation>Port %1 darf ohne besondere Rechte nicht benutzt werden.</translation>
    </message>
    <message>
        <source>Choose a port from 1024 up.</source>
        <translation>Einen Port ab 1024 wählen.</translation>
    </message>
    <message>
        <source>The address %1 does not belong to this machine.</source>
        <translation>Die Adresse %1 gehört nicht zu diesem Rechner.</translation>
    </message>
    <message>
        <source>Listen on 127.0.0.1, or on 0.0.0.0 for every network.</source>
        <translation>127.0.0.1 verwenden, oder 0.0.0.0 für jedes Netz.</translation>
    </message>
    <message>
        <source>Cannot listen on %1 port %2: %3.</source>
        <translation>Kann auf %1, Port %2 nicht lauschen: %3.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an address to listen on.</source>
        <translation>„%1“ ist keine Adresse, auf der sich lauschen lässt.</translation>
    </message>
    <message>
        <source>Give an IP address of this machine, such as 127.0.0.1, or &quot;localhost&quot;.</source>
        <translation>Eine IP-Adresse dieses Rechners angeben, etwa 127.0.0.1, oder „localhost“.</translation>
    </message>
    <message>
        <source>No folder is given to serve.</source>
        <translation>Es ist kein Ordner zum Ausliefern angegeben.</translation>
    </message>
    <message>
        <source>Choose a folder.</source>
        <translation>Einen Ordner wählen.</translation>
    </message>
    <message>
        <source>The folder %1 does not exist.</source>
        <translation>Den Ordner %1 gibt es nicht.</translation>
    </message>
    <message>
        <source>Create it or choose another one.</source>
        <translation>Ihn anlegen oder einen anderen wählen.</translation>
    </message>
    <message>
        <source>%1 is not a folder.</source>
        <translation>%1 ist kein Ordner.</translation>
    </message>
    <message>
        <source>The folder %1 may not be read by you.</source>
        <translation>Der Ordner %1 darf nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Change its permissions or choose another one.</source>
        <translation>Seine Rechte ändern oder einen anderen wählen.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a host name.</source>
        <translation>„%1“ ist kein Hostname.</translation>
    </message>
    <message>
        <source>Give a name without port and path, such as docs.localhost or *.test.</source>
        <translation>Einen Namen ohne Port und Pfad angeben, etwa docs.localhost oder *.test.</translation>
    </message>
    <message>
        <source>The host name &quot;%1&quot; is given twice, here and in %2.</source>
        <translation>Der Hostname „%1“ ist zweimal angegeben, hier und in %2.</translation>
    </message>
    <message>
        <source>Remove one of the two.</source>
        <translation>Einen der beiden entfernen.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a file name below the root folder.</source>
        <translation>„%1“ ist kein Dateiname unterhalb des Ordners.</translation>
    </message>
    <message>
        <source>Give a relative name, such as index.html.</source>
        <translation>Einen relativen Namen angeben, etwa index.html.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; would never be served, because its name begins with a dot.</source>
        <translation>„%1“ würde nie ausgeliefert, weil der Name mit einem Punkt beginnt.</translation>
    </message>
    <message>
        <source>Choose another file or turn allowDotfiles on.</source>
        <translation>Eine andere Datei wählen oder Punktdateien erlauben.</translation>
    </message>
    <message>
        <source>The index &quot;%1&quot; is a path.</source>
        <translation>Die Indexdatei „%1“ ist ein Pfad.</translation>
    </message>
    <message>
        <source>Give the name of a file only, such as index.html.</source>
        <translation>Nur den Namen einer Datei angeben, etwa index.html.</translation>
    </message>
    <message>
        <source>spaFallback means the index, but there is none.</source>
        <translation>Gemeint ist die Indexdatei, aber es gibt keine.</translation>
    </message>
    <message>
        <source>Give a file name, or set the index.</source>
        <translation>Einen Dateinamen angeben oder die Indexdatei setzen.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an extension.</source>
        <translation>„%1“ ist keine Endung.</translation>
    </message>
    <message>
        <source>Give the end of a file name behind its last dot, such as png.</source>
        <translation>Das Ende eines Dateinamens hinter dem letzten Punkt angeben, etwa png.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a media type.</source>
        <translation>„%1“ ist kein Medientyp.</translation>
    </message>
    <message>
        <source>Give one such as text/plain; charset=utf-8.</source>
        <translation>Einen angeben wie text/plain; charset=utf-8.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a field name.</source>
        <translation>„%1“ ist kein Name einer Kopfzeile.</translation>
    </message>
    <message>
        <source>Use letters, digits and hyphens.</source>
        <translation>Buchstaben, Ziffern und Bindestriche verwenden.</translation>
    </message>
    <message>
        <source>The field %1 is written by the server itself.</source>
        <translation>Die Kopfzeile %1 schreibt der Server selbst.</translation>
    </message>
    <message>
        <source>Remove it.</source>
        <translation>Sie entfernen.</translation>
    </message>
    <message>
        <source>The value of %1 holds a line break or another control character.</source>
        <translation>Der Wert von %1 enthält einen Zeilenumbruch oder ein anderes Steuerzeichen.</translation>
    </message>
    <message>
        <source>cacheControl holds a line break or another control character.</source>
        <translation>Cache-Control enthält einen Zeilenumbruch oder ein anderes Steuerzeichen.</translation>
    </message>
    <message>
        <source>HTTP and HTTPS cannot share port %1.</source>
        <translation>HTTP und HTTPS können sich Port %1 nicht teilen.</translation>
    </message>
    <message>
        <source>Choose another port, or HTTPS only.</source>
        <translation>Einen anderen Port wählen oder nur HTTPS.</translation>
    </message>
    <message>
        <source>The log %1 is a folder.</source>
        <translation>Das Protokoll %1 ist ein Ordner.</translation>
    </message>
    <message>
        <source>Give the name of a file.</source>
        <translation>Den Namen einer Datei angeben.</translation>
    </message>
    <message>
        <source>The folder of the log %1 does not exist.</source>
        <translation>Den Ordner des Protokolls %1 gibt es nicht.</translation>
    </message>
    <message>
        <source>Create it or choose another file.</source>
        <translation>Ihn anlegen oder eine andere Datei wählen.</translation>
    </message>
    <message>
        <source>Access records cannot begin a new file every %1 bytes.</source>
        <translation>Das Zugriffsprotokoll kann nicht alle %1 Bytes eine neue Datei beginnen.</translation>
    </message>
    <message>
        <source>Give at least %1, or 0 for one file without limit.</source>
        <translation>Mindestens %1 angeben, oder 0 für eine Datei ohne Grenze.</translation>
    </message>
    <message>
        <source>%1 is out of range.</source>
        <translation>%1 liegt außerhalb des erlaubten Bereichs.</translation>
    </message>
    <message>
        <source>Give a whole number from %1 to %2.</source>
        <translation>Eine ganze Zahl von %1 bis %2 angeben.</translation>
    </message>
    <message>
        <source>Give a text.</source>
        <translation>Einen Text angeben.</translation>
    </message>
    <message>
        <source>Give true or false.</source>
        <translation>Wahr oder falsch angeben (true, false).</translation>
    </message>
    <message>
        <source>%1 is not installed.</source>
        <translation>%1 ist nicht installiert.</translation>
    </message>
    <message>
        <source>To get it: %1.</source>
        <translation>Zu bekommen mit: %1.</translation>
    </message>
    <message>
        <source>%1 is not a regular file.</source>
        <translation>%1 ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>Give a PEM file.</source>
        <translation>Eine PEM-Datei angeben.</translation>
    </message>
    <message>
        <source>The file %1 cannot be read: %2.</source>
        <translation>Die Datei %1 kann nicht gelesen werden: %2.</translation>
    </message>
    <message>
        <source>Check its name and that you may read it.</source>
        <translation>Ihren Namen prüfen, und ob sie gelesen werden darf.</translation>
    </message>
    <message>
        <source>The file %1 is too large for a certificate or a key.</source>
        <translation>Die Datei %1 ist zu groß für ein Zertifikat oder einen Schlüssel.</translation>
    </message>
    <message>
        <source>Choose a PEM file.</source>
        <translation>Eine PEM-Datei wählen.</translation>
    </message>
    <message>
        <source>The file %1 holds no certificate in PEM form.</source>
        <translation>Die Datei %1 enthält kein Zertifikat in PEM-Form.</translation>
    </message>
    <message>
        <source>Give a file with &quot;-----BEGIN CERTIFICATE-----&quot; in it.</source>
        <translation>Eine Datei mit „-----BEGIN CERTIFICATE-----“ darin angeben.</translation>
    </message>
    <message>
        <source>HTTPS needs a certificate, and none is given.</source>
        <translation>HTTPS braucht ein Zertifikat, und es ist keines angegeben.</translation>
    </message>
    <message>
        <source>Chrome on Linux</source>
        <translation>Chrome unter Linux</translation>
    </message>
    <message>
        <source>Settings, Privacy &amp; Security, View Certificates, Authorities, Import;</source>
        <translation>Einstellungen, Datenschutz &amp; Sicherheit, Zertifikate anzeigen, Zertifizierungsstellen, Importieren;</translation>
    </message>
    <message>
        <source>tick &quot;Trust this CA to identify websites&quot;</source>
        <translation>„Dieser CA vertrauen, um Websites zu identifizieren“ ankreuzen</translation>
    </message>
    <message>
        <source>certutil is in libnss3-tools on Debian, in nss-tools on Fedora</source>
        <translation>certutil ist unter Debian in libnss3-tools, unter Fedora in nss-tools</translation>
    </message>
    <message>
        <source>%1 is %2.</source>
        <translation>%1 ist %2.</translation>
    </message>
    <message>
        <source>Measured on %1; %2; %3.</source>
        <translation>Gemessen auf %1; %2; %3.</translation>
    </message>
    <message>
        <source>server and load share the cores</source>
        <translation>Server und Last teilen sich die Kerne</translation>
    </message>
    <message>
        <source>server on %1, load on %2</source>
        <translation>Server auf %1, Last auf %2</translation>
    </message>
    <message>
        <source>core %1</source>
        <translation>Kern %1</translation>
    </message>
    <message>
        <source>cores %1</source>
        <translation>den Kernen %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>This result is of version %1, and this program reads versions up to %2.</source>
        <translation>Dieses Ergebnis hat Version %1, und dieses Programm liest Versionen bis %2.</translation>
    </message>
    <message>
        <source>Open it with a newer Servelab.</source>
        <translation>Es mit einem neueren Servelab öffnen.</translation>
    </message>
    <message>
        <source>This is not a result of an experiment.</source>
        <translation>Dies ist kein Ergebnis eines Experiments.</translation>
    </message>
    <message>
        <source>Choose a file that was saved as one.</source>
        <translation>Eine Datei wählen, die als eines gespeichert wurde.</translation>
    </message>
    <message>
        <source>This result is damaged: it has no version.</source>
        <translation>Dieses Ergebnis ist beschädigt: Es hat keine Version.</translation>
    </message>
    <message>
        <source>This result is damaged: %1</source>
        <translation>Dieses Ergebnis ist beschädigt: %1</translation>
    </message>
    <message>
        <source>Take a copy that is whole, or measure again.</source>
        <translation>Eine heile Kopie nehmen oder noch einmal messen.</translation>
    </message>
    <message>
        <source>This file is damaged: it holds no result.</source>
        <translation>Diese Datei ist beschädigt: Sie enthält kein Ergebnis.</translation>
    </message>
    <message>
        <source>Take a copy that is whole.</source>
        <translation>Eine heile Kopie nehmen.</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>%1 kann nicht gelesen werden: %2.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1 kann nicht geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>Choose a folder you may write to.</source>
        <translation>Einen Ordner wählen, in den geschrieben werden darf.</translation>
    </message>
    <message>
        <source>Give a file with &quot;-----BEGIN CERTIFICATE-----&quot; in it; &quot;openssl x509 -inform der&quot; makes PEM of DER.</source>
        <translation>Eine Datei mit „-----BEGIN CERTIFICATE-----“ darin angeben; „openssl x509 -inform der“ macht PEM aus DER.</translation>
    </message>
    <message>
        <source>The file %1 holds no private key in PEM form.</source>
        <translation>Die Datei %1 enthält keinen privaten Schlüssel in PEM-Form.</translation>
    </message>
    <message>
        <source>Give the file that begins with &quot;-----BEGIN PRIVATE KEY-----&quot; or similar.</source>
        <translation>Die Datei angeben, die mit „-----BEGIN PRIVATE KEY-----“ oder ähnlich beginnt.</translation>
    </message>
    <message>
        <source>The private key %1 is encrypted, and no passphrase is given.</source>
        <translation>Der private Schlüssel %1 ist verschlüsselt, und es ist keine Passphrase angegeben.</translation>
    </message>
    <message>
        <source>Give its passphrase, or a key that is not encrypted.</source>
        <translation>Seine Passphrase angeben oder einen unverschlüsselten Schlüssel.</translation>
    </message>
    <message>
        <source>The passphrase does not open the private key %1.</source>
        <translation>Die Passphrase öffnet den privaten Schlüssel %1 nicht.</translation>
    </message>
    <message>
        <source>Correct the passphrase; mind blanks and line ends.</source>
        <translation>Die Passphrase berichtigen; auf Leerzeichen und Zeilenenden achten.</translation>
    </message>
    <message>
        <source>The private key %1 does not belong to the certificate %2.</source>
        <translation>Der private Schlüssel %1 gehört nicht zum Zertifikat %2.</translation>
    </message>
    <message>
        <source>Give the key that the certificate was made for.</source>
        <translation>Den Schlüssel angeben, für den das Zertifikat gemacht wurde.</translation>
    </message>
    <message>
        <source>Put the passphrase in the first line of a file.</source>
        <translation>Die Passphrase in die erste Zeile einer Datei schreiben.</translation>
    </message>
    <message>
        <source>The passphrase is given twice, as a text and in a file.</source>
        <translation>Die Passphrase ist zweimal angegeben, als Text und in einer Datei.</translation>
    </message>
    <message>
        <source>Give the PEM files of a certificate and its key; &quot;servelab-cli cert create&quot; makes them for this machine.</source>
        <translation>Die PEM-Dateien eines Zertifikats und seines Schlüssels angeben; „servelab-cli cert create“ erzeugt sie für diesen Rechner.</translation>
    </message>
    <message>
        <source>Measured on %1, %2 cores, %3 GiB, %4, governor %5; %6; %7.</source>
        <translation>Gemessen auf %1, %2 Kerne, %3 GiB, %4, Frequenzregler %5; %6; %7.</translation>
    </message>
    <message>
        <source>Measured on %1, %2 cores, %3 GiB, %4; %5; %6.</source>
        <translation>Gemessen auf %1, %2 Kerne, %3 GiB, %4; %5; %6.</translation>
    </message>
    <message>
        <source>more memory for each</source>
        <translation>mehr Speicher je Stück</translation>
    </message>
    <message>
        <source>less memory for each</source>
        <translation>weniger Speicher je Stück</translation>
    </message>
    <message>
        <source>longer uncorrected</source>
        <translation>länger, unkorrigiert</translation>
    </message>
    <message>
        <source>shorter uncorrected</source>
        <translation>kürzer, unkorrigiert</translation>
    </message>
    <message>
        <source>As fast as it answers, or at a steady rate, while the server stops for 2 s</source>
        <translation>So schnell er antwortet oder mit fester Rate, während der Server 2 s stillsteht</translation>
    </message>
    <message>
        <source>HTTP or HTTPS, connections kept or one for each request</source>
        <translation>HTTP oder HTTPS, Verbindungen gehalten oder eine für jede Anfrage</translation>
    </message>
    <message>
        <source>Compression for clients on a line of 2 Mbit/s</source>
        <translation>Komprimierung für Clients an einer Leitung mit 2 Mbit/s</translation>
    </message>
    <message>
        <source>100,000 sites&apos; settings built</source>
        <translation>Einstellungen von 100&#x202f;000 Websites aufgebaut</translation>
    </message>
    <message>
        <source>10,000 sites&apos; settings kept</source>
        <translation>Einstellungen von 10&#x202f;000 Websites behalten</translation>
    </message>
    <message>
        <source>10,000 sites&apos; settings kept, each with a media type of its own</source>
        <translation>Einstellungen von 10&#x202f;000 Websites behalten, jede mit einem eigenen Medientyp</translation>
    </message>
    <message>
        <source>10,000 sites&apos; settings kept, each with all media types its own</source>
        <translation>Einstellungen von 10&#x202f;000 Websites behalten, jede mit lauter eigenen Medientypen</translation>
    </message>
    <message>
        <source>20 deployments on a free port, each closed at once</source>
        <translation>20 Starts auf einem freien Port, jeder sofort wieder beendet</translation>
    </message>
    <message>
        <source>Connections that become WebSockets</source>
        <translation>Verbindungen, die WebSockets werden</translation>
    </message>
    <message>
        <source>JSON lines of 256 KiB</source>
        <translation>JSON-Zeilen von 256 KiB</translation>
    </message>
    <message>
        <source>An upgrade and one echo, then the next connection</source>
        <translation>Ein Upgrade und ein Echo, dann die nächste Verbindung</translation>
    </message>
    <message>
        <source>In a closed loop nobody asks while the server stands still, so nobody is seen to wait; at a steady rate latency is what a visitor sees.</source>
        <translation>In geschlossener Schleife fragt niemand, während der Server stillsteht, also sieht man niemanden warten; mit fester Rate ist die Latenz, was ein Besucher erlebt.</translation>
    </message>
    <message>
        <source>On a kept connection encryption costs little; a connection for each request pays for a handshake every time.</source>
        <translation>Auf einer gehaltenen Verbindung kostet Verschlüsselung wenig; eine Verbindung für jede Anfrage zahlt jedes Mal einen Handshake.</translation>
    </message>
    <message>
        <source>On a slow line an answer takes its bytes divided by the rate: what compression takes off the bytes it takes off the wait.</source>
        <translation>An einer langsamen Leitung dauert eine Antwort ihre Bytes geteilt durch die Rate: Was Komprimierung an Bytes spart, spart sie auch am Warten.</translation>
    </message>
    <message>
        <source>What all sites share need not be built for each of them.</source>
        <translation>Was alle Websites teilen, muss nicht für jede aufgebaut werden.</translation>
    </message>
    <message>
        <source>What all sites share is held once, and a change of one reaches no other.</source>
        <translation>Was alle Websites teilen, liegt einmal im Speicher, und eine Änderung an einer erreicht keine andere.</translation>
    </message>
    <message>
        <source>One choice of a site&apos;s own costs that one choice, and can be taken back.</source>
        <translation>Eine eigene Wahl einer Website kostet nur diese eine Wahl und lässt sich zurücknehmen.</translation>
    </message>
    <message>
        <source>Whoever takes the whole table for his own pays for the whole table.</source>
        <translation>Wer die ganze Tabelle für sich nimmt, zahlt für die ganze Tabelle.</translation>
    </message>
    <message>
        <source>A server that is closed before anybody came must leave no listener.</source>
        <translation>Ein Server, der beendet wird, bevor jemand kam, darf keinen Listener hinterlassen.</translation>
    </message>
    <message>
        <source>An upgrade costs a connection, a request and a hash.</source>
        <translation>Ein Upgrade kostet eine Verbindung, eine Anfrage und einen Hash.</translation>
    </message>
    <message>
        <source>HTTP, kept</source>
        <translation>HTTP, gehalten</translation>
    </message>
    <message>
        <source>HTTPS, kept</source>
        <translation>HTTPS, gehalten</translation>
    </message>
    <message>
        <source>HTTP, one each request</source>
        <translation>HTTP, eine je Anfrage</translation>
    </message>
    <message>
        <source>HTTPS, one each request</source>
        <translation>HTTPS, eine je Anfrage</translation>
    </message>
    <message>
        <source>%1, connections: %2</source>
        <translation>%1, Verbindungen: %2</translation>
    </message>
    <message>
        <source>%1 to %2 per s</source>
        <translation>%1 bis %2 pro s</translation>
    </message>
    <message>
        <source>%1 to %2 bytes each</source>
        <translation>je %1 bis %2 Bytes</translation>
    </message>
    <message>
        <source>180 listeners left to none</source>
        <translation>von 180 übrigen Listenern auf keinen</translation>
    </message>
</context>
<context>
    <name>CostCard</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>withheld: the load generator was the limit, see CPU per request</source>
        <translation>kein Urteil: Der Lastgenerator war die Grenze, siehe CPU je Anfrage</translation>
    </message>
    <message>
        <source>%1 in every round</source>
        <translation>%1 in jeder Runde</translation>
    </message>
    <message numerus="yes">
        <source>%n samples failed</source>
        <translation>
            <numerusform>%n Messung fehlgeschlagen</numerusform>
            <numerusform>%n Messungen fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 wrong or missing answers</source>
        <translation>Falsche oder fehlende Antworten: %1</translation>
    </message>
    <message>
        <source>Better</source>
        <translation>Besser</translation>
    </message>
    <message>
        <source>Worse</source>
        <translation>Schlechter</translation>
    </message>
    <message>
        <source>No difference</source>
        <translation>Kein Unterschied</translation>
    </message>
    <message>
        <source>Withheld</source>
        <translation>Kein Urteil</translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <translation>%1 (Basis)</translation>
    </message>
</context>
<context>
    <name>Fitness</name>
    <message>
        <source>Green: this machine is fit to measure on</source>
        <translation>Grün: Dieser Rechner eignet sich zum Messen</translation>
    </message>
    <message>
        <source>Amber: figures may be less steady than they look</source>
        <translation>Gelb: Messwerte können unruhiger sein, als sie aussehen</translation>
    </message>
    <message>
        <source>Red: unfit to measure on, verdicts will be withheld</source>
        <translation>Rot: zum Messen ungeeignet, es wird kein Urteil gefällt</translation>
    </message>
    <message>
        <source>Machine fit to measure</source>
        <translation>Rechner zum Messen geeignet</translation>
    </message>
    <message>
        <source>Machine unsteady</source>
        <translation>Rechner unruhig</translation>
    </message>
    <message>
        <source>Machine unfit to measure</source>
        <translation>Rechner zum Messen ungeeignet</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>less than a second</source>
        <translation>weniger als eine Sekunde</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
</context>
<context>
    <name>Glossary</name>
    <message>
        <source>Right answers in one second. Higher is better.</source>
        <translation>Richtige Antworten in einer Sekunde. Mehr ist besser.</translation>
    </message>
    <message>
        <source>p50, the median: half of all requests were answered faster than this, half slower.</source>
        <translation>p50, der Median: Die Hälfte aller Anfragen wurde schneller beantwortet, die andere Hälfte langsamer.</translation>
    </message>
    <message>
        <source>p99: 99 of 100 requests were answered within this time. It shows what the unlucky ones waited.</source>
        <translation>p99: 99 von 100 Anfragen wurden in dieser Zeit beantwortet. Das zeigt, wie lange es im ungünstigen Fall dauerte.</translation>
    </message>
    <message>
        <source>What the server still holds after the load has ended and free memory was given back: pages that only it uses and has written.</source>
        <translation>Was der Server noch belegt, wenn die Last vorbei und freier Speicher zurückgegeben ist: Seiten, die nur er benutzt und beschrieben hat.</translation>
    </message>
    <message>
        <source>Memory of the server before its first request.</source>
        <translation>Speicher des Servers vor seiner ersten Anfrage.</translation>
    </message>
    <message>
        <source>The most memory the server had at any moment under load.</source>
        <translation>Der meiste Speicher, den der Server unter Last zu irgendeinem Zeitpunkt hatte.</translation>
    </message>
    <message>
        <source>Processor time the server used, divided by the requests it answered. Unlike the rate it does not depend on how fast the client is.</source>
        <translation>Prozessorzeit des Servers, geteilt durch die beantworteten Anfragen. Anders als der Durchsatz hängt sie nicht davon ab, wie schnell der Client ist.</translation>
    </message>
    <message>
        <source>What travels over the network for one answer, its head included.</source>
        <translation>Was für eine Antwort über das Netz geht, ihr Kopf eingeschlossen.</translation>
    </message>
    <message>
        <source>Answers are sent in a smaller form (Brotli or gzip) to clients that accept it. It saves bytes and costs processor time.</source>
        <translation>Clients, die es annehmen, bekommen Antworten in kleinerer Form (Brotli oder gzip). Das spart Bytes und kostet Prozessorzeit.</translation>
    </message>
    <message>
        <source>How hard Brotli tries, from 0 to 11. Each step makes answers a little smaller and takes longer; the last two take very much longer.</source>
        <translation>Wie sehr Brotli sich anstrengt, von 0 bis 11. Jede Stufe macht Antworten etwas kleiner und dauert länger; die letzten beiden dauern sehr viel länger.</translation>
    </message>
    <message>
        <source>The compressed form of a file. Kept in memory it is made once; made on each request, every client waits for it again.</source>
        <translation>Die komprimierte Form einer Datei. Im Speicher behalten, wird sie einmal erzeugt; bei jeder Anfrage erzeugt, wartet jeder Client von Neuem darauf.</translation>
    </message>
    <message>
        <source>Tells browsers to keep nothing, so that each reload shows the newest files. Public sites leave it off.</source>
        <translation>Sagt Browsern, dass sie nichts behalten sollen, damit jedes Neuladen die neuesten Dateien zeigt. Öffentliche Websites lassen das aus.</translation>
    </message>
    <message>
        <source>Files whose name begins with a dot, such as .git or .env. They often hold secrets.</source>
        <translation>Dateien, deren Name mit einem Punkt beginnt, etwa .git oder .env. Sie enthalten oft Geheimnisse.</translation>
    </message>
    <message>
        <source>Unknown paths answer with the index file, so that an application which draws its own pages can be reloaded at any address.</source>
        <translation>Unbekannte Pfade werden mit der Indexdatei beantwortet, damit sich eine Anwendung, die ihre Seiten selbst aufbaut, unter jeder Adresse neu laden lässt.</translation>
    </message>
    <message>
        <source>A folder asked for without its last slash sends the browser to the address with it, so that relative links work.</source>
        <translation>Wird ein Ordner ohne den letzten Schrägstrich angefragt, schickt der Server den Browser zur Adresse mit Schrägstrich, damit relative Links stimmen.</translation>
    </message>
    <message>
        <source>The file that answers when a folder is asked for.</source>
        <translation>Die Datei, die antwortet, wenn ein Ordner angefragt wird.</translation>
    </message>
    <message>
        <source>Another host name on the same port with a folder of its own. Names that end in .localhost reach this machine without any set-up.</source>
        <translation>Ein weiterer Hostname auf demselben Port mit eigenem Ordner. Namen, die auf .localhost enden, erreichen diesen Rechner ohne jede Einrichtung.</translation>
    </message>
    <message>
        <source>127.0.0.1 answers this machine only. 0.0.0.0 answers everyone who can reach it.</source>
        <translation>127.0.0.1 antwortet nur diesem Rechner. 0.0.0.0 antwortet allen, die ihn erreichen.</translation>
    </message>
    <message>
        <source>The number after the colon in the address. One program can hold a port at a time.</source>
        <translation>Die Zahl hinter dem Doppelpunkt in der Adresse. Ein Port gehört immer nur einem Programm.</translation>
    </message>
    <message>
        <source>In each round every configuration is measured once, in a new order. More rounds show how much the figures vary by themselves.</source>
        <translation>In jeder Runde wird jede Konfiguration einmal gemessen, in neuer Reihenfolge. Mehr Runden zeigen, wie stark die Messwerte von selbst schwanken.</translation>
    </message>
    <message>
        <source>Clients at the same time. Each sends its next request as soon as its last one is answered.</source>
        <translation>Clients zur gleichen Zeit. Jeder schickt seine nächste Anfrage, sobald die letzte beantwortet ist.</translation>
    </message>
    <message>
        <source>Clients that are connected now. Browsers keep a connection for a while, to use it again.</source>
        <translation>Clients, die gerade verbunden sind. Browser halten eine Verbindung eine Weile, um sie wieder zu benutzen.</translation>
    </message>
    <message>
        <source>2xx: answered. 3xx: look elsewhere, or unchanged. 4xx: the request was wrong. 5xx: the server failed.</source>
        <translation>2xx: beantwortet. 3xx: anderswo zu finden oder unverändert. 4xx: Die Anfrage war falsch. 5xx: Der Server hat versagt.</translation>
    </message>
    <message>
        <source>Files and their compressed forms that are kept in memory.</source>
        <translation>Dateien und ihre komprimierten Formen, die im Speicher behalten werden.</translation>
    </message>
    <message>
        <source>A request names the host it wants. A server on this machine that answers to every name can be reached by a hostile page whose name was pointed at your machine.</source>
        <translation>Eine Anfrage nennt den Host, den sie will. Ein Server auf diesem Rechner, der auf jeden Namen antwortet, ist auch für eine bösartige Seite erreichbar, deren Name auf diesen Rechner umgelenkt wurde.</translation>
    </message>
    <message>
        <source>Threads that answer requests, each with connections of its own. More than there are cores gain nothing.</source>
        <translation>Threads, die Anfragen beantworten, jeder mit eigenen Verbindungen. Mehr als Prozessorkerne bringen nichts.</translation>
    </message>
    <message>
        <source>What a file is, as browsers are told: text/html is shown as a page, application/pdf in a viewer.</source>
        <translation>Was eine Datei ist, wie es Browser erfahren: text/html wird als Seite gezeigt, application/pdf in einem Betrachter.</translation>
    </message>
    <message>
        <source>How hard gzip tries, from 1 to 9. Above 6 answers get hardly any smaller.</source>
        <translation>Wie sehr gzip sich anstrengt, von 1 bis 9. Über 6 werden Antworten kaum noch kleiner.</translation>
    </message>
    <message>
        <source>What leaves for clients in a second, heads included.</source>
        <translation>Was in einer Sekunde an Clients geht, Köpfe eingeschlossen.</translation>
    </message>
    <message>
        <source>Memory of this whole program, the window and every site together, shared pages in proportion.</source>
        <translation>Speicher dieses ganzen Programms, Fenster und alle Websites zusammen, gemeinsame Seiten anteilig.</translation>
    </message>
    <message>
        <source>A client sends further requests before the first is answered. Browsers do not; it shows what a server can do when the network is no limit.</source>
        <translation>Ein Client schickt weitere Anfragen, bevor die erste beantwortet ist. Browser tun das nicht; es zeigt, was ein Server kann, wenn das Netz keine Grenze ist.</translation>
    </message>
    <message>
        <source>Load before the measured part, so that caches are filled and the processor is awake. Nothing of it counts.</source>
        <translation>Last vor dem gemessenen Teil, damit Caches gefüllt sind und der Prozessor wach ist. Nichts davon zählt.</translation>
    </message>
    <message>
        <source>After the last answer, a slow server is asked less often and its waits look short. At a rate, requests come as people do, whatever the server does, and each wait counts.</source>
        <translation>Wird erst nach der letzten Antwort wieder gefragt, wird ein langsamer Server seltener gefragt und seine Wartezeiten sehen kurz aus. Mit fester Rate kommen Anfragen wie Menschen: ohne Rücksicht auf den Server, und jedes Warten zählt.</translation>
    </message>
    <message>
        <source>What every other variant is held against. It is measured as often as they are.</source>
        <translation>Womit jede andere Variante verglichen wird. Sie wird genauso oft gemessen.</translation>
    </message>
    <message>
        <source>Processor time of this window itself, in parts of one core. It stands in the result, so that everybody can see that looking did not disturb.</source>
        <translation>Prozessorzeit dieses Fensters selbst, als Anteil an einem Kern. Sie steht im Ergebnis, damit alle sehen, dass das Zuschauen nicht gestört hat.</translation>
    </message>
    <message>
        <source>What the server holds for a thousand connections that are open and ask for nothing.</source>
        <translation>Was der Server für tausend Verbindungen belegt, die offen sind und nichts anfragen.</translation>
    </message>
    <message>
        <source>How far two runs of the same configuration came out apart. What differs no more than that may be chance.</source>
        <translation>Wie weit zwei Läufe derselben Konfiguration auseinanderlagen. Was sich nicht stärker unterscheidet, kann Zufall sein.</translation>
    </message>
    <message>
        <source>A difference counts where its median lies outside the noise of the run, is at least 2 %, and every round points the same way.</source>
        <translation>Ein Unterschied zählt, wenn sein Median außerhalb des Rauschens dieses Laufs liegt, mindestens 2 % beträgt und jede Runde in dieselbe Richtung zeigt.</translation>
    </message>
    <message>
        <source>How long which share of all requests took: at 99, all but the slowest one of a hundred. The scale stretches the slow end, where trouble shows first.</source>
        <translation>Wie lange welcher Anteil aller Anfragen dauerte: bei 99 alle bis auf die langsamste von hundert. Die Skala dehnt das langsame Ende, wo sich Schwierigkeiten zuerst zeigen.</translation>
    </message>
    <message>
        <source>Right answers a second, in each tenth of a second of the load; the median over all samples.</source>
        <translation>Richtige Antworten pro Sekunde, in jeder Zehntelsekunde der Last; der Median über alle Messungen.</translation>
    </message>
    <message>
        <source>How long answers took on average, in each tenth of a second of the load; the median over all samples.</source>
        <translation>Wie lange Antworten im Mittel dauerten, in jeder Zehntelsekunde der Last; der Median über alle Messungen.</translation>
    </message>
    <message>
        <source>What one figure gains while another one pays for it, as a setting changes from value to value.</source>
        <translation>Was eine Kennzahl gewinnt, während eine andere dafür zahlt, wenn sich eine Einstellung von Wert zu Wert ändert.</translation>
    </message>
    <message>
        <source>Whether the machine was quiet and steady enough to tell small differences. On an unfit one no verdict is given.</source>
        <translation>Ob der Rechner ruhig und gleichmäßig genug war, um kleine Unterschiede zu erkennen. Auf einem ungeeigneten wird kein Urteil gefällt.</translation>
    </message>
    <message>
        <source>What the process holds for each of the things it keeps, such as the settings of one site of many.</source>
        <translation>Was der Prozess für jedes behaltene Stück belegt, etwa für die Einstellungen einer Website von vielen.</translation>
    </message>
    <message>
        <source>At a steady rate, the time from when a request was sent. While the server stands still nothing is sent, so that the wait of those who were due does not show.</source>
        <translation>Bei fester Rate die Zeit ab dem Senden einer Anfrage. Solange der Server stillsteht, wird nichts gesendet, sodass das Warten der fälligen Anfragen nicht zu sehen ist.</translation>
    </message>
</context>
<context>
    <name>LabEntries</name>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>As node-http-server was measured</source>
        <translation>Wie node-http-server gemessen wurde</translation>
    </message>
    <message>
        <source>As node-http-server runs</source>
        <translation>Wie node-http-server läuft</translation>
    </message>
    <message>
        <source>As uWebSockets.js was measured</source>
        <translation>Wie uWebSockets.js gemessen wurde</translation>
    </message>
    <message>
        <source>As Node was measured</source>
        <translation>Wie Node gemessen wurde</translation>
    </message>
    <message>
        <source>Beside other servers</source>
        <translation>Neben anderen Servern</translation>
    </message>
</context>
<context>
    <name>LabPatch</name>
    <message>
        <source>%1: %2 → %3</source>
        <translation>%1: %2 → %3</translation>
    </message>
    <message>
        <source>Connections: %1</source>
        <translation>Verbindungen: %1</translation>
    </message>
    <message>
        <source>Connections kept</source>
        <translation>Verbindungen gehalten</translation>
    </message>
    <message>
        <source>A connection each request</source>
        <translation>Eine Verbindung je Anfrage</translation>
    </message>
    <message>
        <source>Requests at a time on a connection: %1</source>
        <translation>Anfragen gleichzeitig auf einer Verbindung: %1</translation>
    </message>
    <message>
        <source>Requests: %1</source>
        <translation>Anfragen: %1</translation>
    </message>
    <message>
        <source>Another server: %1</source>
        <translation>Ein anderer Server: %1</translation>
    </message>
    <message>
        <source>%1 a second</source>
        <translation>%1 pro Sekunde</translation>
    </message>
    <message>
        <source>from %1 to %2 a second</source>
        <translation>von %1 bis %2 pro Sekunde</translation>
    </message>
    <message>
        <source>each connection after its last answer</source>
        <translation>jede Verbindung nach ihrer letzten Antwort</translation>
    </message>
</context>
<context>
    <name>LabPresets</name>
    <message>
        <source>Brotli qualities 1, 4 and 11</source>
        <translation>Brotli-Qualitäten 1, 4 und 11</translation>
    </message>
    <message>
        <source>What does a higher quality cost, and what does keeping save?</source>
        <translation>Was kostet eine höhere Qualität, und was spart das Behalten?</translation>
    </message>
    <message>
        <source>Compression off and on</source>
        <translation>Komprimierung aus und ein</translation>
    </message>
    <message>
        <source>Do shorter answers cost requests?</source>
        <translation>Kosten kürzere Antworten Anfragen?</translation>
    </message>
    <message>
        <source>Not compressed</source>
        <translation>Nicht komprimiert</translation>
    </message>
    <message>
        <source>Compressed</source>
        <translation>Komprimiert</translation>
    </message>
    <message>
        <source>Files in memory, or read each time</source>
        <translation>Dateien im Speicher oder jedes Mal gelesen</translation>
    </message>
    <message>
        <source>What does keeping files in memory gain?</source>
        <translation>Was bringt es, Dateien im Speicher zu behalten?</translation>
    </message>
    <message>
        <source>Kept in memory</source>
        <translation>Im Speicher behalten</translation>
    </message>
    <message>
        <source>Read for each request</source>
        <translation>Für jede Anfrage gelesen</translation>
    </message>
    <message>
        <source>Connections kept</source>
        <translation>Verbindungen gehalten</translation>
    </message>
    <message>
        <source>A connection for each request</source>
        <translation>Eine Verbindung für jede Anfrage</translation>
    </message>
    <message>
        <source>Connections kept, or new each time</source>
        <translation>Verbindungen gehalten oder jedes Mal neu</translation>
    </message>
    <message>
        <source>What does a new connection cost?</source>
        <translation>Was kostet eine neue Verbindung?</translation>
    </message>
    <message>
        <source>1, 2 and 4 worker threads</source>
        <translation>1, 2 und 4 Worker-Threads</translation>
    </message>
    <message>
        <source>Does another worker help on this machine?</source>
        <translation>Hilft auf diesem Rechner ein weiterer Worker?</translation>
    </message>
    <message>
        <source>Workers: %1</source>
        <translation>Worker: %1</translation>
    </message>
</context>
<context>
    <name>LabProblems</name>
    <message numerus="yes">
        <source>%1 (and %n more)</source>
        <translation>
            <numerusform>%1 (und %n weiteres)</numerusform>
            <numerusform>%1 (und %n weitere)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LabSweep</name>
    <message>
        <source>&quot;%1&quot; is no value of %2.</source>
        <translation>„%1“ ist kein Wert für „%2“.</translation>
    </message>
    <message>
        <source>Write values with commas between them, or a range: 0..100..20.</source>
        <translation>Werte mit Kommas dazwischen angeben oder einen Bereich: 0..100..20.</translation>
    </message>
    <message>
        <source>Choose at least one value of %1.</source>
        <translation>Mindestens einen Wert für „%1“ wählen.</translation>
    </message>
</context>
<context>
    <name>Metric</name>
    <message>
        <source>Requests per second</source>
        <translation>Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>answers %1 more requests per second</source>
        <translation>beantwortet %1 mehr Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>answers %1 times the requests per second</source>
        <translation>beantwortet %1-mal so viele Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>costs %1 of the requests per second</source>
        <translation>kostet %1 der Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>shows no difference in requests per second beyond noise (%1)</source>
        <translation>zeigt bei den Anfragen pro Sekunde keinen Unterschied jenseits des Rauschens (%1)</translation>
    </message>
    <message>
        <source>Latency, p50</source>
        <translation>Latenz, p50</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>has %1 more median latency</source>
        <translation>hat eine um %1 höhere mediane Latenz</translation>
    </message>
    <message>
        <source>has %1 times the median latency</source>
        <translation>hat die %1-fache mediane Latenz</translation>
    </message>
    <message>
        <source>takes %1 off the median latency</source>
        <translation>senkt die mediane Latenz um %1</translation>
    </message>
    <message>
        <source>shows no difference in median latency beyond noise (%1)</source>
        <translation>zeigt bei der medianen Latenz keinen Unterschied jenseits des Rauschens (%1)</translation>
    </message>
    <message>
        <source>Latency, p99</source>
        <translation>Latenz, p99</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>has %1 more p99 latency</source>
        <translation>hat eine um %1 höhere p99-Latenz</translation>
    </message>
    <message>
        <source>has %1 times the p99 latency</source>
        <translation>hat die %1-fache p99-Latenz</translation>
    </message>
    <message>
        <source>takes %1 off the p99 latency</source>
        <translation>senkt die p99-Latenz um %1</translation>
    </message>
    <message>
        <source>shows no difference in p99 latency beyond noise (%1)</source>
        <translation>zeigt bei der p99-Latenz keinen Unterschied jenseits des Rauschens (%1)</translation>
    </message>
    <message>
        <source>CPU per request</source>
        <translation>CPU je Anfrage</translation>
    </message>
    <message>
        <source>takes %1 more CPU per request</source>
        <translation>braucht %1 mehr CPU je Anfrage</translation>
    </message>
    <message>
        <source>takes %1 times the CPU per request</source>
        <translation>braucht %1-mal so viel CPU je Anfrage</translation>
    </message>
    <message>
        <source>saves %1 of the CPU per request</source>
        <translation>spart %1 der CPU je Anfrage</translation>
    </message>
    <message>
        <source>shows no difference in CPU per request beyond noise (%1)</source>
        <translation>zeigt bei der CPU je Anfrage keinen Unterschied jenseits des Rauschens (%1)</translation>
    </message>
    <message>
        <source>Bytes per answer</source>
        <translation>Bytes je Antwort</translation>
    </message>
    <message>
        <source>Bytes on the wire</source>
        <translation>Bytes im Netz</translation>
    </message>
    <message>
        <source>sends %1 more bytes</source>
        <translation>sendet %1 mehr Bytes</translation>
    </message>
    <message>
        <source>sends %1 times the bytes</source>
        <translation>sendet %1-mal so viele Bytes</translation>
    </message>
    <message>
        <source>saves %1 of the bytes</source>
        <translation>spart %1 der Bytes</translation>
    </message>
    <message>
        <source>shows no difference in bytes per answer beyond noise (%1)</source>
        <translation>zeigt bei den Bytes je Antwort keinen Unterschied jenseits des Rauschens (%1)</translation>
    </message>
    <message>
        <source>Memory at start</source>
        <translation>Speicher am Anfang</translation>
    </message>
    <message>
        <source>begins with %1 more memory</source>
        <translation>beginnt mit %1 mehr Speicher</translation>
    </message>
    <message>
        <source>begins with %1 times the memory</source>
        <translation>beginnt mit %1-mal so viel Speicher</translation>
    </message>
    <message>
        <source>saves %1 of the memory at start</source>
        <translation>spart %1 des Speichers am Anfang</translation>
    </message>
    <message>
        <source>shows no difference in memory at start beyond noise (%1)</source>
        <translation>zeigt beim Speicher am Anfang keinen Unterschied jenseits des Rauschens (%1)</translation>
    </message>
    <message>
        <source>Memory at peak</source>
        <translation>Speicherspitze</translation>
    </message>
    <message>
        <source>needs %1 more memory at its peak</source>
        <translation>braucht in der Spitze %1 mehr Speicher</translation>
    </message>
    <message>
        <source>needs %1 times the memory at its peak</source>
        <translation>braucht in der Spitze %1-mal so viel Speicher</translation>
    </message>
    <message>
        <source>saves %1 of the memory at its peak</source>
        <translation>spart in der Spitze %1 des Speichers</translation>
    </message>
    <message>
        <source>shows no difference in memory at peak beyond noise (%1)</source>
        <translation>zeigt bei der Speicherspitze keinen Unterschied jenseits des Rauschens (%1)</translation>
    </message>
    <message>
        <source>Memory retained</source>
        <translation>Verbliebener Speicher</translation>
    </message>
    <message>
        <source>retains %1 more memory</source>
        <translation>behält %1 mehr Speicher</translation>
    </message>
    <message>
        <source>retains %1 times the memory</source>
        <translation>behält %1-mal so viel Speicher</translation>
    </message>
    <message>
        <source>saves %1 of the retained memory</source>
        <translation>spart %1 des verbliebenen Speichers</translation>
    </message>
    <message>
        <source>shows no difference in retained memory beyond noise (%1)</source>
        <translation>zeigt beim verbliebenen Speicher keinen Unterschied jenseits des Rauschens (%1)</translation>
    </message>
    <message>
        <source>Memory of 1 000 idle connections</source>
        <translation>Speicher von 1 000 ruhenden Verbindungen</translation>
    </message>
    <message>
        <source>1 000 idle</source>
        <translation>1 000 ruhende</translation>
    </message>
    <message>
        <source>needs %1 more memory for idle connections</source>
        <translation>braucht %1 mehr Speicher für ruhende Verbindungen</translation>
    </message>
    <message>
        <source>needs %1 times the memory for idle connections</source>
        <translation>braucht %1-mal so viel Speicher für ruhende Verbindungen</translation>
    </message>
    <message>
        <source>saves %1 of the memory of idle connections</source>
        <translation>spart %1 des Speichers für ruhende Verbindungen</translation>
    </message>
    <message>
        <source>shows no difference in memory of idle connections beyond noise (%1)</source>
        <translation>zeigt beim Speicher für ruhende Verbindungen keinen Unterschied jenseits des Rauschens (%1)</translation>
    </message>
    <message>
        <source>Longer is better.</source>
        <translation>Länger ist besser.</translation>
    </message>
    <message>
        <source>Shorter is better.</source>
        <translation>Kürzer ist besser.</translation>
    </message>
    <message>
        <source>%1 Bar: median; dots: each sample; stripe: where the baseline may come out by chance; hatched: no difference beyond noise.</source>
        <translation>%1 Balken: Median; Punkte: einzelne Messungen; Streifen: wohin die Basis durch Zufall geraten kann; schraffiert: kein Unterschied jenseits des Rauschens.</translation>
    </message>
    <message>
        <source>Memory of each one kept</source>
        <translation>Speicher je behaltenem Stück</translation>
    </message>
    <message>
        <source>Each kept</source>
        <translation>Je Stück</translation>
    </message>
    <message>
        <source>needs %1 more memory for each one kept</source>
        <translation>braucht %1 mehr Speicher je behaltenem Stück</translation>
    </message>
    <message>
        <source>needs %1 times the memory for each one kept</source>
        <translation>braucht %1-mal so viel Speicher je behaltenem Stück</translation>
    </message>
    <message>
        <source>saves %1 of the memory of each one kept</source>
        <translation>spart %1 des Speichers je behaltenem Stück</translation>
    </message>
    <message>
        <source>shows no difference in memory of each one kept beyond noise (%1)</source>
        <translation>zeigt beim Speicher je behaltenem Stück keinen Unterschied jenseits des Rauschens (%1)</translation>
    </message>
    <message>
        <source>Latency, p99 uncorrected</source>
        <translation>Latenz, p99 unkorrigiert</translation>
    </message>
    <message>
        <source>p99 uncorrected</source>
        <translation>p99 unkorrigiert</translation>
    </message>
    <message>
        <source>has %1 more uncorrected p99 latency</source>
        <translation>hat eine um %1 höhere unkorrigierte p99-Latenz</translation>
    </message>
    <message>
        <source>has %1 times the uncorrected p99 latency</source>
        <translation>hat die %1-fache unkorrigierte p99-Latenz</translation>
    </message>
    <message>
        <source>takes %1 off the uncorrected p99 latency</source>
        <translation>senkt die unkorrigierte p99-Latenz um %1</translation>
    </message>
    <message>
        <source>shows no difference in uncorrected p99 latency beyond noise (%1)</source>
        <translation>zeigt bei der unkorrigierten p99-Latenz keinen Unterschied jenseits des Rauschens (%1)</translation>
    </message>
</context>
<context>
    <name>RequestText</name>
    <message>
        <source>(%1 bytes that are not text)</source>
        <translation>(%1 Bytes, die kein Text sind)</translation>
    </message>
    <message>
        <source>
(cut: of %1 bytes, the rest was not recorded)</source>
        <translation>
(gekürzt: Von %1 Bytes wurde der Rest nicht aufgezeichnet)</translation>
    </message>
    <message>
        <source>the body</source>
        <translation>den Rumpf</translation>
    </message>
    <message>
        <source># without %1</source>
        <translation># ohne %1</translation>
    </message>
</context>
<context>
    <name>ResultExport</name>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1 kann nicht geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>Choose a folder you may write to.</source>
        <translation>Einen Ordner wählen, in den geschrieben werden darf.</translation>
    </message>
</context>
<context>
    <name>ResultFolder</name>
    <message>
        <source>it is not a list of results.</source>
        <translation>Sie ist keine Liste von Ergebnissen.</translation>
    </message>
    <message>
        <source>they were written by a later version of this program.</source>
        <translation>Sie wurden von einer späteren Version dieses Programms geschrieben.</translation>
    </message>
    <message>
        <source>The file of the result %1 could not be moved: %2.</source>
        <translation>Die Datei des Ergebnisses %1 konnte nicht verschoben werden: %2.</translation>
    </message>
    <message>
        <source>Allow writing in %1.</source>
        <translation>Schreiben in %1 erlauben.</translation>
    </message>
    <message>
        <source>The titles and notes of your results could not be read: %1</source>
        <translation>Die Titel und Notizen der Ergebnisse konnten nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>The results themselves are all there.</source>
        <translation>Die Ergebnisse selbst sind alle da.</translation>
    </message>
    <message>
        <source>The results themselves are all there; the file was kept as %1.</source>
        <translation>Die Ergebnisse selbst sind alle da; die Datei wurde als %1 aufgehoben.</translation>
    </message>
</context>
<context>
    <name>ResultReading</name>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>outside noise in %1 of %2 rounds</source>
        <translation>außerhalb des Rauschens in %1 von %2 Runden</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>%1, but %2</source>
        <translation>%1, aber %2</translation>
    </message>
    <message>
        <source>Nothing can be said about the difference: %1.</source>
        <translation>Über den Unterschied lässt sich nichts sagen: %1.</translation>
    </message>
    <message>
        <source>Beside “%1”, “%2” %3.</source>
        <translation>Verglichen mit „%1“: „%2“ %3.</translation>
    </message>
    <message>
        <source>Beside “%1”:</source>
        <translation>Verglichen mit „%1“:</translation>
    </message>
    <message>
        <source>“%1” is best: it %2.</source>
        <translation>Am besten ist „%1“: Es %2.</translation>
    </message>
    <message>
        <source>“%1” is worst: it %2.</source>
        <translation>Am schlechtesten ist „%1“: Es %2.</translation>
    </message>
    <message numerus="yes">
        <source>none of %n is better.</source>
        <translation>
            <numerusform>auch die eine Variante ist nicht besser.</numerusform>
            <numerusform>keine von %n ist besser.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n show no difference beyond noise.</source>
        <translation>
            <numerusform>%n zeigt keinen Unterschied jenseits des Rauschens.</numerusform>
            <numerusform>%n zeigen keinen Unterschied jenseits des Rauschens.</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” was measured alone: %2.</source>
        <translation>„%1“ wurde allein gemessen: %2.</translation>
    </message>
    <message>
        <source>The load generator was the limit, so that CPU per request is compared.</source>
        <translation>Der Lastgenerator war die Grenze, deshalb wird die CPU je Anfrage verglichen.</translation>
    </message>
    <message>
        <source>Some samples failed and do not count: %1. The first one: %2</source>
        <translation>Einige Messungen sind fehlgeschlagen und zählen nicht: %1. Die erste: %2</translation>
    </message>
    <message>
        <source>Nothing was measured.</source>
        <translation>Es wurde nichts gemessen.</translation>
    </message>
    <message>
        <source>The run was cancelled; these are its finished rounds.</source>
        <translation>Der Lauf wurde abgebrochen; dies sind seine fertigen Runden.</translation>
    </message>
    <message numerus="yes">
        <source>None of %n is better.</source>
        <translation>
            <numerusform>Auch die eine Variante ist nicht besser.</numerusform>
            <numerusform>Keine von %n ist besser.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>The folder&apos;s name</source>
        <translation>Der Name des Ordners</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>The folder to serve</source>
        <translation>Der Ordner, der ausgeliefert wird</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>any free port</source>
        <translation>irgendein freier Port</translation>
    </message>
    <message>
        <source>A running site starts again at once under the new port.</source>
        <translation>Eine laufende Website startet sofort unter dem neuen Port neu.</translation>
    </message>
    <message>
        <source>Listening address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>0.0.0.0 lets other machines of your network open the site.</source>
        <translation>Mit 0.0.0.0 können andere Rechner im Netz die Website öffnen.</translation>
    </message>
    <message>
        <source>Host name</source>
        <translation>Hostname</translation>
    </message>
    <message>
        <source>Any name that reaches this machine</source>
        <translation>Jeder Name, der diesen Rechner erreicht</translation>
    </message>
    <message>
        <source>The name of the folder above. Further names are virtual hosts.</source>
        <translation>Der Name für den Ordner oben. Weitere Namen sind virtuelle Hosts.</translation>
    </message>
    <message>
        <source>Virtual hosts</source>
        <translation>Virtuelle Hosts</translation>
    </message>
    <message>
        <source>Edit virtual hosts</source>
        <translation>Virtuelle Hosts bearbeiten</translation>
    </message>
    <message>
        <source>Unknown hosts</source>
        <translation>Unbekannte Hosts</translation>
    </message>
    <message>
        <source>Answer to every host name</source>
        <translation>Auf jeden Hostnamen antworten</translation>
    </message>
    <message>
        <source>Off, a web page elsewhere cannot reach this site under a name of its own.</source>
        <translation>Ausgeschaltet, erreicht eine fremde Webseite diese Website nicht unter eigenem Namen.</translation>
    </message>
    <message>
        <source>Worker threads</source>
        <translation>Worker-Threads</translation>
    </message>
    <message>
        <source>one a core, at most 4</source>
        <translation>einer je Kern, höchstens 4</translation>
    </message>
    <message>
        <source>HTTPS</source>
        <translation>HTTPS</translation>
    </message>
    <message>
        <source>Serve over HTTPS</source>
        <translation>Über HTTPS ausliefern</translation>
    </message>
    <message>
        <source>HTTPS only</source>
        <translation>Nur HTTPS</translation>
    </message>
    <message>
        <source>Keep the port for HTTP closed</source>
        <translation>Den Port für HTTP geschlossen halten</translation>
    </message>
    <message>
        <source>HTTPS port</source>
        <translation>HTTPS-Port</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>Zertifikat</translation>
    </message>
    <message>
        <source>PEM file</source>
        <translation>PEM-Datei</translation>
    </message>
    <message>
        <source>Others of its chain may follow in it.</source>
        <translation>Weitere seiner Kette dürfen darin folgen.</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>Privater Schlüssel</translation>
    </message>
    <message>
        <source>In the certificate&apos;s file</source>
        <translation>In der Datei des Zertifikats</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>Kette</translation>
    </message>
    <message>
        <source>None beside</source>
        <translation>Keine daneben</translation>
    </message>
    <message>
        <source>Certificates between the site&apos;s own and a root.</source>
        <translation>Zertifikate zwischen dem der Website und einer Wurzel.</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Better in a file of its own.</source>
        <translation>Besser in einer eigenen Datei.</translation>
    </message>
    <message>
        <source>Passphrase file</source>
        <translation>Passphrase-Datei</translation>
    </message>
    <message>
        <source>Its first line is the passphrase.</source>
        <translation>Ihre erste Zeile ist die Passphrase.</translation>
    </message>
    <message>
        <source>Oldest TLS</source>
        <translation>Ältestes TLS</translation>
    </message>
    <message>
        <source>Index file</source>
        <translation>Indexdatei</translation>
    </message>
    <message>
        <source>Single-page site</source>
        <translation>Single-Page-Website</translation>
    </message>
    <message>
        <source>Answer unknown paths with a file</source>
        <translation>Unbekannte Pfade mit einer Datei beantworten</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Redirect to the address with a slash</source>
        <translation>Zur Adresse mit Schrägstrich umleiten</translation>
    </message>
    <message>
        <source>Folder lists</source>
        <translation>Ordnerlisten</translation>
    </message>
    <message>
        <source>List what is in a folder without an index file</source>
        <translation>Inhalt eines Ordners ohne Indexdatei auflisten</translation>
    </message>
    <message>
        <source>Clean addresses</source>
        <translation>Kurze Adressen</translation>
    </message>
    <message>
        <source>Answer /about with about.html</source>
        <translation>/about mit about.html beantworten</translation>
    </message>
    <message>
        <source>Missing pages</source>
        <translation>Fehlende Seiten</translation>
    </message>
    <message>
        <source>Show the folder&apos;s 404.html</source>
        <translation>Die 404.html des Ordners zeigen</translation>
    </message>
    <message>
        <source>Dotfiles</source>
        <translation>Punktdateien</translation>
    </message>
    <message>
        <source>Serve files whose name begins with a dot</source>
        <translation>Dateien ausliefern, deren Name mit einem Punkt beginnt</translation>
    </message>
    <message>
        <source>Browser cache</source>
        <translation>Browser-Cache</translation>
    </message>
    <message>
        <source>Ask browsers to keep nothing</source>
        <translation>Browser bitten, nichts zu behalten</translation>
    </message>
    <message>
        <source>Cache-Control</source>
        <translation>Cache-Control</translation>
    </message>
    <message>
        <source>Sent while browsers may keep answers.</source>
        <translation>Wird gesendet, solange Browser Antworten behalten dürfen.</translation>
    </message>
    <message>
        <source>Media types</source>
        <translation>Medientypen</translation>
    </message>
    <message>
        <source>Tell browsers what a file is, by its extension</source>
        <translation>Browsern anhand der Endung sagen, was eine Datei ist</translation>
    </message>
    <message>
        <source>Yours go before the built-in ones. An extension without a type is answered with 415.</source>
        <translation>Eigene gehen den eingebauten vor. Eine Endung ohne Typ wird mit 415 beantwortet.</translation>
    </message>
    <message>
        <source>Forbidden files</source>
        <translation>Verbotene Dateien</translation>
    </message>
    <message>
        <source>Extensions, such as: bak, sql</source>
        <translation>Endungen, zum Beispiel: bak, sql</translation>
    </message>
    <message>
        <source>Files with these extensions are answered with 403.</source>
        <translation>Dateien mit diesen Endungen werden mit 403 beantwortet.</translation>
    </message>
    <message>
        <source>Error pages</source>
        <translation>Fehlerseiten</translation>
    </message>
    <message>
        <source>Your own HTML and further fields, by status from 400 to 599.</source>
        <translation>Eigenes HTML und weitere Kopfzeilen, je Status von 400 bis 599.</translation>
    </message>
    <message>
        <source>Compress answers</source>
        <translation>Antworten komprimieren</translation>
    </message>
    <message>
        <source>For clients that accept it</source>
        <translation>Für Clients, die es annehmen</translation>
    </message>
    <message>
        <source>Brotli quality</source>
        <translation>Brotli-Qualität</translation>
    </message>
    <message>
        <source>gzip level</source>
        <translation>gzip-Stufe</translation>
    </message>
    <message>
        <source>For clients that do not take Brotli.</source>
        <translation>Für Clients, die kein Brotli annehmen.</translation>
    </message>
    <message>
        <source>Smallest file</source>
        <translation>Kleinste Datei</translation>
    </message>
    <message>
        <source>Shorter files are sent as they are: little is saved on them.</source>
        <translation>Kürzere Dateien gehen hinaus, wie sie sind: An ihnen ist wenig zu sparen.</translation>
    </message>
    <message>
        <source>Compressed files</source>
        <translation>Komprimierte Dateien</translation>
    </message>
    <message>
        <source>Answer with the .br or .gz file beside a file</source>
        <translation>Mit der .br- oder .gz-Datei neben einer Datei antworten</translation>
    </message>
    <message>
        <source>Memory for files</source>
        <translation>Speicher für Dateien</translation>
    </message>
    <message>
        <source>Files and their compressed forms; those not used for longest leave first.</source>
        <translation>Dateien und ihre komprimierten Formen; was am längsten nicht gebraucht wurde, geht zuerst.</translation>
    </message>
    <message>
        <source>Largest kept file</source>
        <translation>Größte behaltene Datei</translation>
    </message>
    <message>
        <source>Larger files are sent from disk.</source>
        <translation>Größere Dateien werden vom Datenträger gesendet.</translation>
    </message>
    <message>
        <source>Request head</source>
        <translation>Anfragekopf</translation>
    </message>
    <message>
        <source>Longest time until a request&apos;s head has come. 0: no limit.</source>
        <translation>Längste Zeit, bis der Kopf einer Anfrage da ist. 0: ohne Grenze.</translation>
    </message>
    <message>
        <source>Whole request</source>
        <translation>Ganze Anfrage</translation>
    </message>
    <message>
        <source>Longest time until its body has come. 0: no limit.</source>
        <translation>Längste Zeit, bis ihr Rumpf da ist. 0: ohne Grenze.</translation>
    </message>
    <message>
        <source>Silence</source>
        <translation>Stille</translation>
    </message>
    <message>
        <source>Longest time without a byte in a request or an answer. 0: no limit.</source>
        <translation>Längste Zeit ohne ein Byte in einer Anfrage oder Antwort. 0: ohne Grenze.</translation>
    </message>
    <message>
        <source>Idle connection</source>
        <translation>Ruhende Verbindung</translation>
    </message>
    <message>
        <source>Longest time between two requests. 0: no limit.</source>
        <translation>Längste Zeit zwischen zwei Anfragen. 0: ohne Grenze.</translation>
    </message>
    <message>
        <source>Request body</source>
        <translation>Anfragerumpf</translation>
    </message>
    <message>
        <source>A longer one is answered with 413.</source>
        <translation>Ein längerer wird mit 413 beantwortet.</translation>
    </message>
    <message>
        <source>Access log</source>
        <translation>Zugriffsprotokoll</translation>
    </message>
    <message>
        <source>No file</source>
        <translation>Keine Datei</translation>
    </message>
    <message>
        <source>One JSON object a line for each request.</source>
        <translation>Für jede Anfrage ein JSON-Objekt in einer Zeile.</translation>
    </message>
    <message>
        <source>Longest log</source>
        <translation>Längstes Protokoll</translation>
    </message>
    <message>
        <source>Then a new file begins. 0: no limit.</source>
        <translation>Danach beginnt eine neue Datei. 0: ohne Grenze.</translation>
    </message>
    <message>
        <source>Old logs</source>
        <translation>Alte Protokolle</translation>
    </message>
    <message>
        <source>none is kept</source>
        <translation>keines wird aufgehoben</translation>
    </message>
    <message>
        <source>So many full files are kept beside the new one.</source>
        <translation>So viele volle Dateien werden neben der neuen aufgehoben.</translation>
    </message>
    <message>
        <source>Request bodies</source>
        <translation>Anfragerümpfe</translation>
    </message>
    <message>
        <source>Record what requests send</source>
        <translation>Aufzeichnen, was Anfragen senden</translation>
    </message>
    <message>
        <source>In the log and in Requests. Forms and JSON may hold passwords, which are kept as they came.</source>
        <translation>Im Protokoll und unter „Anfragen“. Formulare und JSON können Passwörter enthalten, die unverändert aufgehoben werden.</translation>
    </message>
    <message>
        <source>Longest recorded body</source>
        <translation>Längster aufgezeichneter Rumpf</translation>
    </message>
    <message>
        <source>Of a longer one the beginning is recorded.</source>
        <translation>Von einem längeren wird der Anfang aufgezeichnet.</translation>
    </message>
    <message>
        <source>Terminal</source>
        <translation>Terminal</translation>
    </message>
    <message>
        <source>Write each request to standard error</source>
        <translation>Jede Anfrage in die Standardfehlerausgabe schreiben</translation>
    </message>
    <message>
        <source>Compressed forms</source>
        <translation>Komprimierte Formen</translation>
    </message>
    <message>
        <source>Made once and kept|Made for each request</source>
        <translation>Einmal erzeugt und behalten|Für jede Anfrage erzeugt</translation>
    </message>
    <message>
        <source>Made for each request, the processor compresses the same file again and again, and every client waits for it.</source>
        <translation>Für jede Anfrage erzeugt: Der Prozessor komprimiert dieselbe Datei immer wieder, und jeder Client wartet darauf.</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Kept in memory|Read from disk for each request</source>
        <translation>Im Speicher behalten|Für jede Anfrage vom Datenträger gelesen</translation>
    </message>
    <message>
        <source>Read for each request, every answer opens and reads its file, though it has not changed.</source>
        <translation>Für jede Anfrage gelesen: Jede Antwort öffnet und liest ihre Datei, obwohl sie sich nicht geändert hat.</translation>
    </message>
    <message>
        <source>Host lookup</source>
        <translation>Hostsuche</translation>
    </message>
    <message>
        <source>In a hash table|Along the list of names</source>
        <translation>In einer Hashtabelle|Entlang der Namensliste</translation>
    </message>
    <message>
        <source>Along the list, each request costs more the more hosts there are.</source>
        <translation>Entlang der Liste kostet jede Anfrage umso mehr, je mehr Hosts es gibt.</translation>
    </message>
    <message>
        <source>Shared by all sites|Copied for each site</source>
        <translation>Von allen Websites geteilt|Für jede Website kopiert</translation>
    </message>
    <message>
        <source>Copied, every site holds the whole table in memory once more.</source>
        <translation>Kopiert, hält jede Website die ganze Tabelle noch einmal im Speicher.</translation>
    </message>
    <message>
        <source>Repeated query values</source>
        <translation>Wiederholte Query-Werte</translation>
    </message>
    <message>
        <source>Appended|All copied for each</source>
        <translation>Angehängt|Alle für jeden kopiert</translation>
    </message>
    <message>
        <source>Copied for each, a query that repeats a name a thousand times costs a million copies.</source>
        <translation>Für jeden kopiert, kostet eine Query, die einen Namen tausendmal wiederholt, eine Million Kopien.</translation>
    </message>
    <message>
        <source>Ranged reads</source>
        <translation>Bereiche lesen</translation>
    </message>
    <message>
        <source>The selected bytes|The whole file</source>
        <translation>Nur die gewählten Bytes|Die ganze Datei</translation>
    </message>
    <message>
        <source>Reading the whole file, a small part of a large file costs all of it.</source>
        <translation>Wird die ganze Datei gelesen, kostet ein kleiner Teil einer großen Datei so viel wie alles.</translation>
    </message>
    <message>
        <source>Writing answers</source>
        <translation>Antworten schreiben</translation>
    </message>
    <message>
        <source>In one write|Head and body apart|With an empty write behind</source>
        <translation>In einem Schreibvorgang|Getrennt nach Kopf und Rumpf|Mit leerem Schreibvorgang dahinter</translation>
    </message>
    <message>
        <source>Each further write is one more call of the system for every answer.</source>
        <translation>Jeder weitere Schreibvorgang ist ein Systemaufruf mehr für jede Antwort.</translation>
    </message>
    <message>
        <source>Field lookup</source>
        <translation>Kopfzeilensuche</translation>
    </message>
    <message>
        <source>In place|In lower-cased copies</source>
        <translation>An Ort und Stelle|In klein geschriebenen Kopien</translation>
    </message>
    <message>
        <source>Copies allocate memory for every field of every request.</source>
        <translation>Kopien belegen Speicher für jede Kopfzeile jeder Anfrage.</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Formatted once a second|Formatted for each request</source>
        <translation>Einmal pro Sekunde formatiert|Für jede Anfrage formatiert</translation>
    </message>
    <message>
        <source>Formatted for each request, the same text is made thousands of times a second.</source>
        <translation>Für jede Anfrage formatiert, entsteht derselbe Text tausendmal pro Sekunde.</translation>
    </message>
    <message>
        <source>Site</source>
        <translation>Website</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Types and error pages</source>
        <translation>Typen und Fehlerseiten</translation>
    </message>
    <message>
        <source>Compression</source>
        <translation>Komprimierung</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Techniques: how the server is built</source>
        <translation>Techniken: wie der Server gebaut ist</translation>
    </message>
    <message>
        <source>on</source>
        <translation>ein</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
</context>
<context>
    <name>servelab::ui::AddressList</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open %1 in the browser</source>
        <translation>%1 im Browser öffnen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>%1 kopieren</translation>
    </message>
    <message>
        <source>QR code</source>
        <translation>QR-Code</translation>
    </message>
    <message>
        <source>QR code of %1</source>
        <translation>QR-Code von %1</translation>
    </message>
</context>
<context>
    <name>servelab::ui::BarChart</name>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>Niedrigster</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>Höchster</translation>
    </message>
</context>
<context>
    <name>servelab::ui::CertificateView</name>
    <message>
        <source>Validity</source>
        <translation>Gültigkeit</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>Issued by</source>
        <translation>Ausgestellt von</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>Fingerabdruck</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>Copy the fingerprint</source>
        <translation>Den Fingerabdruck kopieren</translation>
    </message>
    <message>
        <source>Not for %1: browsers refuse it under that name. Create a new certificate.</source>
        <translation>Nicht für %1: Unter diesem Namen weisen Browser es ab. Ein neues Zertifikat erstellen.</translation>
    </message>
    <message>
        <source>%1, the authority of this machine</source>
        <translation>%1, die Zertifizierungsstelle dieses Rechners</translation>
    </message>
    <message>
        <source>Itself: nobody else vouches for it</source>
        <translation>Sich selbst: Sonst bürgt niemand dafür</translation>
    </message>
    <message>
        <source>Copied the fingerprint</source>
        <translation>Fingerabdruck kopiert</translation>
    </message>
</context>
<context>
    <name>servelab::ui::ChartGroup</name>
    <message>
        <source>%1, against %2</source>
        <translation>%1, gegenüber %2</translation>
    </message>
</context>
<context>
    <name>servelab::ui::ChartPanel</name>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>The picture could not be written to %1. Choose another folder.</source>
        <translation>Das Bild konnte nicht nach %1 geschrieben werden. Einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>Zoom zurücksetzen</translation>
    </message>
    <message>
        <source>Reset the zoom of the chart %1</source>
        <translation>Den Zoom des Diagramms „%1“ zurücksetzen</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Copy values</source>
        <translation>Werte kopieren</translation>
    </message>
    <message>
        <source>Save as PNG...</source>
        <translation>Als PNG speichern...</translation>
    </message>
    <message>
        <source>Table, copy or picture of this chart</source>
        <translation>Tabelle, Kopie oder Bild dieses Diagramms</translation>
    </message>
    <message>
        <source>Menu of the chart %1</source>
        <translation>Menü des Diagramms „%1“</translation>
    </message>
    <message>
        <source>Values of the chart %1</source>
        <translation>Werte des Diagramms „%1“</translation>
    </message>
</context>
<context>
    <name>servelab::ui::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Commands that match</source>
        <translation>Passende Befehle</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>Eingeben, was zu tun ist</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>Befehle suchen</translation>
    </message>
</context>
<context>
    <name>servelab::ui::ContenderListModel</name>
    <message>
        <source>Installed: %1</source>
        <translation>Installiert: %1</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Where it is</source>
        <translation>Wo er ist</translation>
    </message>
</context>
<context>
    <name>servelab::ui::CostCardGrid</name>
    <message>
        <source>Cost cards</source>
        <translation>Kostenkarten</translation>
    </message>
</context>
<context>
    <name>servelab::ui::CostCardView</name>
    <message>
        <source>Cost card of the baseline %1</source>
        <translation>Kostenkarte der Basis %1</translation>
    </message>
    <message>
        <source>Cost card of %1</source>
        <translation>Kostenkarte von %1</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Basis</translation>
    </message>
</context>
<context>
    <name>servelab::ui::ErrorAnswersEditor</name>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>HTML</source>
        <translation>HTML</translation>
    </message>
    <message>
        <source>Fields (Name: value | Name: value)</source>
        <translation>Kopfzeilen (Name: Wert | Name: Wert)</translation>
    </message>
</context>
<context>
    <name>servelab::ui::ErrorBanner</name>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
</context>
<context>
    <name>servelab::ui::ExportButton</name>
    <message>
        <source>Web page (HTML)</source>
        <translation>Webseite (HTML)</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Every sample (CSV)</source>
        <translation>Jede Messung (CSV)</translation>
    </message>
    <message>
        <source>Result document (JSON)</source>
        <translation>Ergebnisdokument (JSON)</translation>
    </message>
    <message>
        <source>Picture of the page (PNG)</source>
        <translation>Bild der Seite (PNG)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Write the whole result to a file</source>
        <translation>Das ganze Ergebnis in eine Datei schreiben</translation>
    </message>
</context>
<context>
    <name>servelab::ui::FallbackEditor</name>
    <message>
        <source>The index file</source>
        <translation>Die Indexdatei</translation>
    </message>
    <message>
        <source>File for unknown paths</source>
        <translation>Datei für unbekannte Pfade</translation>
    </message>
</context>
<context>
    <name>servelab::ui::FieldRow</name>
    <message>
        <source>Reset %1</source>
        <translation>„%1“ zurücksetzen</translation>
    </message>
    <message>
        <source>Changed. Reset to: %1</source>
        <translation>Geändert. Zurücksetzen auf: %1</translation>
    </message>
    <message>
        <source>changed from %1</source>
        <translation>geändert von %1</translation>
    </message>
    <message>
        <source>⚠ %1</source>
        <translation>⚠ %1</translation>
    </message>
</context>
<context>
    <name>servelab::ui::FitnessStrip</name>
    <message>
        <source>Looking at this machine...</source>
        <translation>Dieser Rechner wird geprüft...</translation>
    </message>
    <message>
        <source>Whether anything else disturbs what is measured.</source>
        <translation>Ob sonst etwas die Messung stört.</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal prüfen</translation>
    </message>
    <message>
        <source>Fitness of this machine</source>
        <translation>Eignung dieses Rechners</translation>
    </message>
    <message>
        <source>Nothing was found that disturbs what is measured.</source>
        <translation>Nichts gefunden, was die Messung stört.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::HeatMap</name>
    <message>
        <source>Cells of the heat map %1</source>
        <translation>Zellen der Heatmap „%1“</translation>
    </message>
    <message>
        <source>Point at a cell, or go there with the arrow keys.</source>
        <translation>Auf eine Zelle zeigen oder mit den Pfeiltasten hingehen.</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Basis</translation>
    </message>
</context>
<context>
    <name>servelab::ui::HostChecker</name>
    <message>
        <source>Add this line to %1: 127.0.0.1 %2</source>
        <translation>Diese Zeile in %1 eintragen: 127.0.0.1 %2</translation>
    </message>
    <message>
        <source>%1 leads nowhere. %2</source>
        <translation>%1 führt nirgendwohin. %2</translation>
    </message>
    <message>
        <source>%1 leads to another machine (%2). %3</source>
        <translation>%1 führt zu einem anderen Rechner (%2). %3</translation>
    </message>
    <message>
        <source>The folder %1 is not there. Bring it back or choose another one.</source>
        <translation>Der Ordner %1 ist nicht da. Ihn zurückholen oder einen anderen wählen.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::HostsLink</name>
    <message numerus="yes">
        <source>%n further hosts</source>
        <translation>
            <numerusform>%n weiterer Host</numerusform>
            <numerusform>%n weitere Hosts</numerusform>
        </translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
</context>
<context>
    <name>servelab::ui::LabCheck</name>
    <message>
        <source>The folder &quot;%1&quot; is not there.</source>
        <translation>Der Ordner „%1“ ist nicht da.</translation>
    </message>
    <message>
        <source>Bring it back, or choose another folder in the site&apos;s settings.</source>
        <translation>Ihn zurückholen oder in den Einstellungen der Website einen anderen wählen.</translation>
    </message>
    <message>
        <source>Choose the file to ask for.</source>
        <translation>Die Datei wählen, die angefragt wird.</translation>
    </message>
    <message>
        <source>There is no file &quot;%1&quot; in the site&apos;s folder.</source>
        <translation>Im Ordner der Website gibt es keine Datei „%1“.</translation>
    </message>
    <message>
        <source>Choose one of its files.</source>
        <translation>Eine ihrer Dateien wählen.</translation>
    </message>
    <message>
        <source>The file &quot;%1&quot; cannot be read.</source>
        <translation>Die Datei „%1“ kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Change its permissions, or choose another one.</source>
        <translation>Ihre Rechte ändern oder eine andere wählen.</translation>
    </message>
    <message>
        <source>The program servelab-cli, which serves and loads in an experiment, is not there.</source>
        <translation>Das Programm servelab-cli, das im Experiment ausliefert und Last erzeugt, ist nicht da.</translation>
    </message>
    <message>
        <source>Install it beside this one.</source>
        <translation>Es neben diesem installieren.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::LabDraft</name>
    <message>
        <source>One file of the site, asked for again and again.</source>
        <translation>Eine Datei der Website, immer wieder angefragt.</translation>
    </message>
    <message>
        <source>As configured</source>
        <translation>Wie eingestellt</translation>
    </message>
    <message>
        <source>Opened another experiment: %1</source>
        <translation>Anderes Experiment geöffnet: %1</translation>
    </message>
    <message>
        <source>Changed the file to ask for</source>
        <translation>Angefragte Datei geändert</translation>
    </message>
    <message>
        <source>Changed what the client accepts</source>
        <translation>Geändert, was der Client annimmt</translation>
    </message>
    <message>
        <source>Added a workload</source>
        <translation>Lastfall hinzugefügt</translation>
    </message>
    <message>
        <source>Left out a workload</source>
        <translation>Lastfall ausgelassen</translation>
    </message>
    <message>
        <source>Changed the plan</source>
        <translation>Plan geändert</translation>
    </message>
    <message>
        <source>Changed the number of rounds</source>
        <translation>Zahl der Runden geändert</translation>
    </message>
    <message>
        <source>Variant %1</source>
        <translation>Variante %1</translation>
    </message>
    <message>
        <source>Added a variant</source>
        <translation>Variante hinzugefügt</translation>
    </message>
    <message>
        <source>%1, copy</source>
        <translation>%1, Kopie</translation>
    </message>
    <message>
        <source>Duplicated %1</source>
        <translation>%1 dupliziert</translation>
    </message>
    <message>
        <source>Added the server %1</source>
        <translation>Server %1 hinzugefügt</translation>
    </message>
    <message>
        <source>Removed %1</source>
        <translation>%1 entfernt</translation>
    </message>
    <message>
        <source>%1 is the baseline</source>
        <translation>%1 ist die Basis</translation>
    </message>
    <message>
        <source>Renamed a variant</source>
        <translation>Variante umbenannt</translation>
    </message>
    <message>
        <source>Changed %1</source>
        <translation>%1 geändert</translation>
    </message>
    <message>
        <source>Removed a difference of %1</source>
        <translation>Unterschied von %1 entfernt</translation>
    </message>
</context>
<context>
    <name>servelab::ui::LabEntriesModel</name>
    <message>
        <source>Sites</source>
        <translation>Websites</translation>
    </message>
    <message>
        <source>Sample site</source>
        <translation>Beispiel-Website</translation>
    </message>
    <message>
        <source>Pages that came with this program.</source>
        <translation>Seiten, die mit diesem Programm gekommen sind.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::LabForm</name>
    <message>
        <source>What is asked</source>
        <translation>Was angefragt wird</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>Was verglichen wird</translation>
    </message>
    <message>
        <source>The first variant is the baseline. Every other one is what differs from it.</source>
        <translation>Die erste Variante ist die Basis. Jede andere ist das, was von ihr abweicht.</translation>
    </message>
    <message>
        <source>How it is measured</source>
        <translation>Wie gemessen wird</translation>
    </message>
    <message>
        <source>Published by others: %1</source>
        <translation>Von anderen veröffentlicht: %1</translation>
    </message>
</context>
<context>
    <name>servelab::ui::LabPage</name>
    <message>
        <source>The experiment has ended</source>
        <translation>Das Experiment ist beendet</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Opened %1</source>
        <translation>%1 geöffnet</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>Labor</translation>
    </message>
    <message>
        <source>⚠ Cannot be run yet. %1</source>
        <translation>⚠ Kann noch nicht laufen. %1</translation>
    </message>
    <message numerus="yes">
        <source>%n samples, about %1. Nothing else should run meanwhile.</source>
        <translation>
            <numerusform>%n Messung, etwa %1. Währenddessen sollte nichts anderes laufen.</numerusform>
            <numerusform>%n Messungen, etwa %1. Währenddessen sollte nichts anderes laufen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open experiment</source>
        <translation>Experiment öffnen</translation>
    </message>
    <message>
        <source>Experiments (*.json)</source>
        <translation>Experimente (*.json)</translation>
    </message>
    <message>
        <source>Save experiment</source>
        <translation>Experiment speichern</translation>
    </message>
    <message>
        <source>Run experiment</source>
        <translation>Experiment starten</translation>
    </message>
    <message>
        <source>Cancel experiment</source>
        <translation>Experiment abbrechen</translation>
    </message>
    <message>
        <source>Open experiment...</source>
        <translation>Experiment öffnen...</translation>
    </message>
    <message>
        <source>Save experiment...</source>
        <translation>Experiment speichern...</translation>
    </message>
    <message>
        <source>Search what to load</source>
        <translation>Lastziel suchen</translation>
    </message>
    <message>
        <source>What to load</source>
        <translation>Lastziel</translation>
    </message>
    <message>
        <source>What does a setting cost?</source>
        <translation>Was kostet eine Einstellung?</translation>
    </message>
    <message>
        <source>Choose what to load at the left: one of your sites, or a lesson of the catalogue. Each variant is served by a fresh server, loaded, and shown side by side.</source>
        <translation>Links das Lastziel wählen: eine eigene Website oder eine Lektion des Katalogs. Jede Variante läuft auf einem frischen Server, wird belastet und neben den anderen gezeigt.</translation>
    </message>
    <message>
        <source>Load the sample site</source>
        <translation>Beispiel-Website belasten</translation>
    </message>
    <message>
        <source>Open...</source>
        <translation>Öffnen...</translation>
    </message>
    <message>
        <source>Save...</source>
        <translation>Speichern...</translation>
    </message>
</context>
<context>
    <name>servelab::ui::LabPlan</name>
    <message>
        <source>More of the plan</source>
        <translation>Mehr vom Plan</translation>
    </message>
    <message>
        <source>Less of the plan</source>
        <translation>Weniger vom Plan</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Verdicts need at least 3. More tell smaller differences from noise.</source>
        <translation>Urteile brauchen mindestens 3. Mehr trennen kleinere Unterschiede vom Rauschen.</translation>
    </message>
    <message>
        <source>Load for each sample</source>
        <translation>Last je Messung</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Keep connections for the next request</source>
        <translation>Verbindungen für die nächste Anfrage halten</translation>
    </message>
    <message>
        <source>Keep-alive</source>
        <translation>Keep-Alive</translation>
    </message>
    <message>
        <source>Pipelining</source>
        <translation>Pipelining</translation>
    </message>
    <message>
        <source>Requests on a connection at the same time.</source>
        <translation>Anfragen gleichzeitig auf einer Verbindung.</translation>
    </message>
    <message>
        <source>Load threads</source>
        <translation>Last-Threads</translation>
    </message>
    <message>
        <source>Of the program that makes the load.</source>
        <translation>Des Programms, das die Last erzeugt.</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Aufwärmen</translation>
    </message>
    <message>
        <source>Settling</source>
        <translation>Abklingen</translation>
    </message>
    <message>
        <source>Between the end of load and the reading of retained memory.</source>
        <translation>Zwischen dem Ende der Last und dem Ablesen des verbliebenen Speichers.</translation>
    </message>
    <message>
        <source>Idle connections</source>
        <translation>Ruhende Verbindungen</translation>
    </message>
    <message>
        <source>Kept open after load, to see what each holds in memory. 0: not looked at.</source>
        <translation>Nach der Last offen gehalten, um zu sehen, was jede im Speicher belegt. 0: wird nicht betrachtet.</translation>
    </message>
    <message>
        <source>After the last answer</source>
        <translation>Nach der letzten Antwort</translation>
    </message>
    <message>
        <source>At a constant rate</source>
        <translation>Mit fester Rate</translation>
    </message>
    <message>
        <source>At a rising rate</source>
        <translation>Mit steigender Rate</translation>
    </message>
    <message>
        <source>Requests are sent</source>
        <translation>Anfragen kommen</translation>
    </message>
    <message>
        <source>Requests a second</source>
        <translation>Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>Requests a second at the end</source>
        <translation>Anfragen pro Sekunde am Ende</translation>
    </message>
    <message>
        <source> req/s</source>
        <translation> req/s</translation>
    </message>
    <message>
        <source>to </source>
        <translation>bis </translation>
    </message>
</context>
<context>
    <name>servelab::ui::LabRunView</name>
    <message>
        <source>%1 % of a core</source>
        <translation>%1 % eines Kerns</translation>
    </message>
    <message>
        <source>Round %1 of %2 · %3 · %4 · about %5 left</source>
        <translation>Runde %1 von %2 · %3 · %4 · noch etwa %5</translation>
    </message>
    <message>
        <source>Progress of the experiment</source>
        <translation>Fortschritt des Experiments</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Ends it early. Finished rounds are kept.</source>
        <translation>Beendet es vorzeitig. Fertige Runden bleiben erhalten.</translation>
    </message>
    <message>
        <source>Back to the experiment</source>
        <translation>Zurück zum Experiment</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>p99 now</source>
        <translation>p99 jetzt</translation>
    </message>
    <message>
        <source>Wrong answers</source>
        <translation>Falsche Antworten</translation>
    </message>
    <message>
        <source>This window</source>
        <translation>Dieses Fenster</translation>
    </message>
    <message>
        <source>Figures so far</source>
        <translation>Bisherige Messwerte</translation>
    </message>
    <message>
        <source>The load that runs</source>
        <translation>Die laufende Last</translation>
    </message>
    <message>
        <source>The last minute. A gap is a pause between two samples.</source>
        <translation>Die letzte Minute. Eine Lücke ist eine Pause zwischen zwei Messungen.</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>Longer is better. Bar: median so far; dots: each sample.</source>
        <translation>Länger ist besser. Balken: bisheriger Median; Punkte: einzelne Messungen.</translation>
    </message>
    <message>
        <source>Latency, p99</source>
        <translation>Latenz, p99</translation>
    </message>
    <message>
        <source>Shorter is better. Bar: median so far; dots: each sample.</source>
        <translation>Kürzer ist besser. Balken: bisheriger Median; Punkte: einzelne Messungen.</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>Cancelling; finished rounds are kept.</source>
        <translation>Wird abgebrochen; fertige Runden bleiben erhalten.</translation>
    </message>
    <message>
        <source>req/s</source>
        <translation>req/s</translation>
    </message>
    <message>
        <source>Cancelled before its first round was finished: nothing is kept.</source>
        <translation>Abgebrochen, bevor die erste Runde fertig war: Nichts bleibt erhalten.</translation>
    </message>
    <message numerus="yes">
        <source>Cancelled. %n samples of finished rounds are kept.</source>
        <translation>
            <numerusform>Abgebrochen. %n Messung aus fertigen Runden bleibt erhalten.</numerusform>
            <numerusform>Abgebrochen. %n Messungen aus fertigen Runden bleiben erhalten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Finished: %n samples in %1.</source>
        <translation>
            <numerusform>Fertig: %n Messung in %1.</numerusform>
            <numerusform>Fertig: %n Messungen in %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 This program used %2 % of the processor meanwhile.</source>
        <translation>%1 Dieses Programm hat währenddessen %2 % des Prozessors gebraucht.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::LabServers</name>
    <message>
        <source>Add server</source>
        <translation>Server hinzufügen</translation>
    </message>
    <message>
        <source>Other servers</source>
        <translation>Andere Server</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal prüfen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Other servers, asked for the same</source>
        <translation>Andere Server, dasselbe gefragt</translation>
    </message>
    <message>
        <source>A server that is not installed cannot be chosen.</source>
        <translation>Ein Server, der nicht installiert ist, lässt sich nicht wählen.</translation>
    </message>
    <message>
        <source>No file of other servers was found.</source>
        <translation>Keine Datei mit anderen Servern gefunden.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::LabSweepBox</name>
    <message>
        <source>Setting to go through</source>
        <translation>Einstellung, die durchgegangen wird</translation>
    </message>
    <message>
        <source>Second setting to go through</source>
        <translation>Zweite Einstellung, die durchgegangen wird</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Sweep: a variant for each value</source>
        <translation>Durchgehen: eine Variante für jeden Wert</translation>
    </message>
    <message>
        <source>Both are the same setting.</source>
        <translation>Beide sind dieselbe Einstellung.</translation>
    </message>
    <message>
        <source>Choose another second one.</source>
        <translation>Als zweite eine andere wählen.</translation>
    </message>
    <message>
        <source>They replace the variants there are. This can be undone.</source>
        <translation>Sie ersetzen die vorhandenen Varianten. Das lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>⚠ %1</source>
        <translation>⚠ %1</translation>
    </message>
    <message>
        <source>Make variants</source>
        <translation>Varianten erzeugen</translation>
    </message>
    <message>
        <source>Make 1 variant</source>
        <translation>1 Variante erzeugen</translation>
    </message>
    <message numerus="yes">
        <source>Make %n variants</source>
        <translation>
            <numerusform>%n Variante erzeugen</numerusform>
            <numerusform>%n Varianten erzeugen</numerusform>
        </translation>
    </message>
    <message>
        <source>Made variants of a sweep</source>
        <translation>Varianten durch Durchgehen erzeugt</translation>
    </message>
</context>
<context>
    <name>servelab::ui::LabVariantEditor</name>
    <message>
        <source>Add a difference</source>
        <translation>Unterschied hinzufügen</translation>
    </message>
    <message>
        <source>Add a difference: type to search settings</source>
        <translation>Unterschied hinzufügen: zum Suchen der Einstellung tippen</translation>
    </message>
    <message>
        <source>The baseline: %1</source>
        <translation>Die Basis: %1</translation>
    </message>
    <message>
        <source>What differs in: %1</source>
        <translation>Was abweicht in: %1</translation>
    </message>
    <message>
        <source>This is another server. Settings of this one do not reach it.</source>
        <translation>Dies ist ein anderer Server. Einstellungen von diesem hier erreichen ihn nicht.</translation>
    </message>
    <message>
        <source>What is set here holds for the baseline. Everything else is as configured.</source>
        <translation>Was hier gesetzt ist, gilt für die Basis. Alles andere ist wie eingestellt.</translation>
    </message>
    <message>
        <source>Everything else is as the baseline has it.</source>
        <translation>Alles andere ist wie bei der Basis.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::LabVariants</name>
    <message>
        <source>Add variant</source>
        <translation>Variante hinzufügen</translation>
    </message>
    <message>
        <source>Duplicate variant</source>
        <translation>Variante duplizieren</translation>
    </message>
    <message>
        <source>Remove variant</source>
        <translation>Variante entfernen</translation>
    </message>
    <message>
        <source>Make it the baseline</source>
        <translation>Zur Basis machen</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>Varianten</translation>
    </message>
    <message>
        <source>Easy starts</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>Sweep settings</source>
        <translation>Werte durchgehen</translation>
    </message>
    <message>
        <source>Other servers</source>
        <translation>Andere Server</translation>
    </message>
    <message>
        <source>Compared: %1</source>
        <translation>Verglichen: %1</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>servelab::ui::LabWorkloads</name>
    <message>
        <source>WebSocket messages to %1</source>
        <translation>WebSocket-Nachrichten an %1</translation>
    </message>
    <message>
        <source>Type to search</source>
        <translation>Zum Suchen tippen</translation>
    </message>
    <message>
        <source>Brotli</source>
        <translation>Brotli</translation>
    </message>
    <message>
        <source>gzip</source>
        <translation>gzip</translation>
    </message>
    <message>
        <source>Nothing compressed</source>
        <translation>Nichts Komprimiertes</translation>
    </message>
    <message>
        <source>File to ask for</source>
        <translation>Angefragte Datei</translation>
    </message>
    <message>
        <source>The client accepts</source>
        <translation>Der Client nimmt an</translation>
    </message>
    <message>
        <source>Done in the measured process; nothing is asked for.</source>
        <translation>Geschieht im gemessenen Prozess; angefragt wird nichts.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::LineChart</name>
    <message>
        <source>Nothing yet</source>
        <translation>Noch nichts</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>servelab::ui::LiveChart</name>
    <message>
        <source>seconds before now</source>
        <translation>Sekunden vor jetzt</translation>
    </message>
    <message>
        <source>%1 s ago</source>
        <translation>vor %1 s</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>Seconds before now</source>
        <translation>Sekunden vor jetzt</translation>
    </message>
</context>
<context>
    <name>servelab::ui::MainWindow</name>
    <message>
        <source>%1 is not a folder. Choose a folder to serve.</source>
        <translation>%1 ist kein Ordner. Einen Ordner zum Ausliefern wählen.</translation>
    </message>
    <message>
        <source>The experiment has ended; its result is in Results</source>
        <translation>Das Experiment ist beendet; sein Ergebnis steht unter „Ergebnisse“</translation>
    </message>
    <message>
        <source>Choose the folder to serve</source>
        <translation>Ordner zum Ausliefern wählen</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>Rückgängig gemacht: %1</translation>
    </message>
    <message numerus="yes">
        <source>CPU %1 %   %n up</source>
        <translation>
            <numerusform>CPU %1 %   %n läuft</numerusform>
            <numerusform>CPU %1 %   %n laufen</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to Sites</source>
        <translation>Zu den Websites</translation>
    </message>
    <message>
        <source>Sites</source>
        <translation>Websites</translation>
    </message>
    <message>
        <source>Go to Lab</source>
        <translation>Zum Labor</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>Labor</translation>
    </message>
    <message>
        <source>Go to Results</source>
        <translation>Zu den Ergebnissen</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>All commands...</source>
        <translation>Alle Befehle...</translation>
    </message>
    <message>
        <source>Add folder...</source>
        <translation>Ordner hinzufügen...</translation>
    </message>
    <message>
        <source>Open the sample site</source>
        <translation>Beispiel-Website öffnen</translation>
    </message>
    <message>
        <source>Start all sites</source>
        <translation>Alle Websites starten</translation>
    </message>
    <message>
        <source>Stop all sites</source>
        <translation>Alle Websites anhalten</translation>
    </message>
    <message>
        <source>Open results...</source>
        <translation>Ergebnisse öffnen...</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Undo:</source>
        <translation>Rückgängig:</translation>
    </message>
    <message>
        <source>Redo:</source>
        <translation>Wiederholen:</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Erscheinungsbild</translation>
    </message>
    <message>
        <source>Appearance: as the system</source>
        <translation>Erscheinungsbild: wie das System</translation>
    </message>
    <message>
        <source>Appearance: light</source>
        <translation>Erscheinungsbild: hell</translation>
    </message>
    <message>
        <source>Appearance: dark</source>
        <translation>Erscheinungsbild: dunkel</translation>
    </message>
    <message>
        <source>Text size: %1 %</source>
        <translation>Textgröße: %1 %</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Language: as the system</source>
        <translation>Sprache: wie das System</translation>
    </message>
    <message>
        <source>From the next start on Servelab speaks the language of the system</source>
        <translation>Ab dem nächsten Start spricht Servelab die Sprache des Systems</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>Sprache: %1</translation>
    </message>
    <message>
        <source>From the next start on Servelab speaks this language: %1</source>
        <translation>Ab dem nächsten Start spricht Servelab diese Sprache: %1</translation>
    </message>
    <message>
        <source>Start at login</source>
        <translation>Beim Anmelden starten</translation>
    </message>
    <message>
        <source>Servelab starts at login, minimized</source>
        <translation>Servelab startet beim Anmelden, minimiert</translation>
    </message>
    <message>
        <source>Servelab does not start at login</source>
        <translation>Servelab startet nicht beim Anmelden</translation>
    </message>
</context>
<context>
    <name>servelab::ui::MediaTypesEditor</name>
    <message>
        <source>Extension</source>
        <translation>Endung</translation>
    </message>
    <message>
        <source>Media type</source>
        <translation>Medientyp</translation>
    </message>
</context>
<context>
    <name>servelab::ui::NoticeBar</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Processor time this window and its servers use, and how many sites are served</source>
        <translation>Prozessorzeit dieses Fensters und seiner Server, und wie viele Websites laufen</translation>
    </message>
</context>
<context>
    <name>servelab::ui::PathEditor</name>
    <message>
        <source>Choose...</source>
        <translation>Wählen...</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>Wählen: %1</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Datei wählen</translation>
    </message>
</context>
<context>
    <name>servelab::ui::QrView</name>
    <message>
        <source>For a phone in the same network</source>
        <translation>Für ein Telefon im selben Netz</translation>
    </message>
    <message>
        <source>QR code of %1</source>
        <translation>QR-Code von %1</translation>
    </message>
    <message>
        <source>The address is too long.</source>
        <translation>Die Adresse ist zu lang.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::QualityMeasurement</name>
    <message>
        <source>%1 is too long to be measured.</source>
        <translation>%1 ist zu lang zum Messen.</translation>
    </message>
    <message>
        <source>Choose a file of at most %1 MiB.</source>
        <translation>Eine Datei von höchstens %1 MiB wählen.</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>%1 kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Eine andere Datei wählen.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::QualityTable</name>
    <message>
        <source>Size and time at each Brotli quality</source>
        <translation>Größe und Zeit bei jeder Brotli-Qualität</translation>
    </message>
    <message>
        <source>Measure each quality</source>
        <translation>Jede Qualität messen</translation>
    </message>
    <message>
        <source>File to measure with</source>
        <translation>Datei zum Messen</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Qualität</translation>
    </message>
    <message>
        <source>Size (%1)</source>
        <translation>Größe (%1)</translation>
    </message>
    <message>
        <source>Of the file (%)</source>
        <translation>Anteil (%)</translation>
    </message>
    <message>
        <source>Processor time (%1)</source>
        <translation>Prozessorzeit (%1)</translation>
    </message>
    <message>
        <source>Measuring...</source>
        <translation>Misst...</translation>
    </message>
    <message>
        <source>Double click or press Enter on a row to take its quality.</source>
        <translation>Doppelklick oder Eingabetaste auf einer Zeile übernimmt ihre Qualität.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::Rail</name>
    <message>
        <source>Places</source>
        <translation>Orte</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Every command, appearance, quit</source>
        <translation>Alle Befehle, Erscheinungsbild, Beenden</translation>
    </message>
</context>
<context>
    <name>servelab::ui::RequestDetails</name>
    <message>
        <source>The head could not be read.</source>
        <translation>Der Kopf konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>%1 sent, body %2 before %3</source>
        <translation>%1 gesendet, Rumpf %2 vor %3</translation>
    </message>
    <message>
        <source>%1 sent</source>
        <translation>%1 gesendet</translation>
    </message>
    <message>
        <source>cut off: the client left</source>
        <translation>abgebrochen: Der Client ist gegangen</translation>
    </message>
    <message>
        <source>began after %1, sent in %2</source>
        <translation>begann nach %1, gesendet in %2</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>The request</source>
        <translation>Die Anfrage</translation>
    </message>
    <message>
        <source>Head of the answer</source>
        <translation>Kopf der Antwort</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Copy as curl</source>
        <translation>Als curl kopieren</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>Erneut senden</translation>
    </message>
    <message>
        <source>Copied the request as a curl command</source>
        <translation>Anfrage als curl-Befehl kopiert</translation>
    </message>
    <message>
        <source>Sending...</source>
        <translation>Wird gesendet...</translation>
    </message>
    <message>
        <source>Sent again: %1 %2, body %3, in %4 (connecting %5, waiting %6, receiving %7)</source>
        <translation>Erneut gesendet: %1 %2, Rumpf %3, in %4 (Verbinden %5, Warten %6, Empfangen %7)</translation>
    </message>
    <message>
        <source>Its body was not recorded whole. Settings, &quot;Request bodies&quot;, keeps them.</source>
        <translation>Ihr Rumpf wurde nicht ganz aufgezeichnet. Einstellungen, „Anfragerümpfe“, hebt sie auf.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::RequestListModel</name>
    <message>
        <source>(unreadable request)</source>
        <translation>(unlesbare Anfrage)</translation>
    </message>
    <message>
        <source>%1 %2, status %3, %4</source>
        <translation>%1 %2, Status %3, %4</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Coding</source>
        <translation>Kodierung</translation>
    </message>
    <message>
        <source>Sent (KiB)</source>
        <translation>Gesendet (KiB)</translation>
    </message>
    <message>
        <source>Duration (ms)</source>
        <translation>Dauer (ms)</translation>
    </message>
</context>
<context>
    <name>servelab::ui::RequestSender</name>
    <message>
        <source>No answer came from %1: %2.</source>
        <translation>Von %1 kam keine Antwort: %2.</translation>
    </message>
    <message>
        <source>Check that the site is running.</source>
        <translation>Prüfen, ob die Website läuft.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::ResultCharts</name>
    <message>
        <source>Figures</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>Im Zeitverlauf</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Trade-off</source>
        <translation>Abwägung</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>Dots: what was measured; pale lines: the lowest and the highest sample.</source>
        <translation>Punkte: Gemessenes; blasse Linien: die niedrigste und die höchste Messung.</translation>
    </message>
    <message>
        <source>Latency by percentile</source>
        <translation>Latenz nach Perzentil</translation>
    </message>
    <message>
        <source>Lower is better. Each step to the right is ten times rarer; the height is logarithmic.</source>
        <translation>Niedriger ist besser. Jeder Schritt nach rechts ist zehnmal seltener; die Höhe ist logarithmisch.</translation>
    </message>
    <message>
        <source>percent of all requests</source>
        <translation>Prozent aller Anfragen</translation>
    </message>
    <message>
        <source>Requests per second over time</source>
        <translation>Anfragen pro Sekunde im Zeitverlauf</translation>
    </message>
    <message>
        <source>Higher is better. A flat line is a server that has warmed up.</source>
        <translation>Höher ist besser. Eine flache Linie ist ein aufgewärmter Server.</translation>
    </message>
    <message>
        <source>seconds from the start of the load</source>
        <translation>Sekunden ab Beginn der Last</translation>
    </message>
    <message>
        <source>Latency over time</source>
        <translation>Latenz im Zeitverlauf</translation>
    </message>
    <message>
        <source>Lower is better. Peaks are moments in which requests had to wait.</source>
        <translation>Niedriger ist besser. Spitzen sind Momente, in denen Anfragen warten mussten.</translation>
    </message>
    <message>
        <source>Figure beside the bytes per answer</source>
        <translation>Kennzahl neben den Bytes je Antwort</translation>
    </message>
    <message>
        <source>Figure of the heat map</source>
        <translation>Kennzahl der Heatmap</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>lowest</source>
        <translation>niedrigster</translation>
    </message>
    <message>
        <source>highest</source>
        <translation>höchster</translation>
    </message>
    <message>
        <source>The stronger the colour, the higher the figure. The dashed cell is the baseline.</source>
        <translation>Je kräftiger die Farbe, desto höher der Wert. Die gestrichelte Zelle ist die Basis.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::ResultComparison</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>What the comparison says</source>
        <translation>Was der Vergleich sagt</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Only differences beyond noise</source>
        <translation>Nur Unterschiede jenseits des Rauschens</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message numerus="yes">
        <source>Comparison of %n results</source>
        <translation>
            <numerusform>Vergleich von %n Ergebnis</numerusform>
            <numerusform>Vergleich von %n Ergebnissen</numerusform>
        </translation>
    </message>
    <message>
        <source>comparison</source>
        <translation>vergleich</translation>
    </message>
    <message>
        <source>Copied the table</source>
        <translation>Tabelle kopiert</translation>
    </message>
    <message>
        <source>Exported %1</source>
        <translation>%1 exportiert</translation>
    </message>
</context>
<context>
    <name>servelab::ui::ResultDetail</name>
    <message numerus="yes">
        <source>%n configurations</source>
        <translation>
            <numerusform>%n Konfiguration</numerusform>
            <numerusform>%n Konfigurationen</numerusform>
        </translation>
    </message>
    <message>
        <source>cancelled early</source>
        <translation>vorzeitig abgebrochen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Aus der Liste entfernen</translation>
    </message>
    <message>
        <source>Exported %1</source>
        <translation>%1 exportiert</translation>
    </message>
</context>
<context>
    <name>servelab::ui::ResultLibrary</name>
    <message numerus="yes">
        <source>Removed %n results</source>
        <translation>
            <numerusform>%n Ergebnis entfernt</numerusform>
            <numerusform>%n Ergebnisse entfernt</numerusform>
        </translation>
    </message>
    <message>
        <source>Removed %1</source>
        <translation>%1 entfernt</translation>
    </message>
    <message>
        <source>Renamed %1</source>
        <translation>%1 umbenannt</translation>
    </message>
    <message>
        <source>Changed the note of %1</source>
        <translation>Notiz von %1 geändert</translation>
    </message>
</context>
<context>
    <name>servelab::ui::ResultListModel</name>
    <message>
        <source>%1 against %2</source>
        <translation>%1 gegen %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 und %n weitere</numerusform>
            <numerusform>%1 und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Cannot be read</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>Cancelled · %1</source>
        <translation>Abgebrochen · %1</translation>
    </message>
    <message>
        <source>Today, %1</source>
        <translation>Heute, %1</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>a date, as QLocale writes it</comment>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>a date, as QLocale writes it</comment>
        <translation>d. MMM yyyy</translation>
    </message>
</context>
<context>
    <name>servelab::ui::ResultTableModel</name>
    <message>
        <source>Requests
</source>
        <translation>Anfragen
</translation>
    </message>
    <message>
        <source>p50
</source>
        <translation>p50
</translation>
    </message>
    <message>
        <source>p99
</source>
        <translation>p99
</translation>
    </message>
    <message>
        <source>CPU per
request </source>
        <translation>CPU je
Anfrage </translation>
    </message>
    <message>
        <source>Bytes per
answer </source>
        <translation>Bytes je
Antwort </translation>
    </message>
    <message>
        <source>Memory
at start </source>
        <translation>Speicher
Start </translation>
    </message>
    <message>
        <source>Memory
at peak </source>
        <translation>Speicher
Spitze </translation>
    </message>
    <message>
        <source>Memory
retained </source>
        <translation>Speicher
verblieben </translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2, %n samples</source>
        <translation>
            <numerusform>%1 bis %2, %n Messung</numerusform>
            <numerusform>%1 bis %2, %n Messungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
</context>
<context>
    <name>servelab::ui::ResultView</name>
    <message>
        <source>What the result says</source>
        <translation>Was das Ergebnis sagt</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Lastfall</translation>
    </message>
    <message>
        <source>All figures</source>
        <translation>Alle Messwerte</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message numerus="yes">
        <source>Show all %n cards</source>
        <translation>
            <numerusform>Die %n Karte zeigen</numerusform>
            <numerusform>Alle %n Karten zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Copied the table</source>
        <translation>Tabelle kopiert</translation>
    </message>
</context>
<context>
    <name>servelab::ui::ResultsPage</name>
    <message>
        <source>Choose a result, or several to compare them.</source>
        <translation>Ein Ergebnis wählen, oder mehrere zum Vergleichen.</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Ergebnisse suchen</translation>
    </message>
    <message>
        <source>Open a file...</source>
        <translation>Datei öffnen...</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>No results yet</source>
        <translation>Noch keine Ergebnisse</translation>
    </message>
    <message>
        <source>Every experiment that you run in the Lab is kept here, to be read, compared and shown to others.</source>
        <translation>Jedes Experiment aus dem Labor wird hier aufgehoben, zum Lesen, Vergleichen und Zeigen.</translation>
    </message>
    <message>
        <source>Go to the Lab</source>
        <translation>Zum Labor</translation>
    </message>
    <message>
        <source>Export result...</source>
        <translation>Ergebnis exportieren...</translation>
    </message>
    <message>
        <source>Rename result</source>
        <translation>Ergebnis umbenennen</translation>
    </message>
    <message>
        <source>Note of the result</source>
        <translation>Notiz zum Ergebnis</translation>
    </message>
    <message>
        <source>Use as baseline</source>
        <translation>Als Basis verwenden</translation>
    </message>
    <message>
        <source>Remove result</source>
        <translation>Ergebnis entfernen</translation>
    </message>
    <message numerus="yes">
        <source>Opened %n results</source>
        <translation>
            <numerusform>%n Ergebnis geöffnet</numerusform>
            <numerusform>%n Ergebnisse geöffnet</numerusform>
        </translation>
    </message>
    <message>
        <source>Open results</source>
        <translation>Ergebnisse öffnen</translation>
    </message>
    <message>
        <source>Results (*.json)</source>
        <translation>Ergebnisse (*.json)</translation>
    </message>
</context>
<context>
    <name>servelab::ui::RunComparisonModel</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>These results have no figure in common with “%1”: choose results of one experiment to compare them.</source>
        <translation>Diese Ergebnisse haben keine Kennzahl mit „%1“ gemeinsam: Zum Vergleichen Ergebnisse desselben Experiments wählen.</translation>
    </message>
    <message>
        <source>Nothing can be said against “%1”: %2.</source>
        <translation>Gegenüber „%1“ lässt sich nichts sagen: %2.</translation>
    </message>
    <message numerus="yes">
        <source>Against “%1”, none of %n figures differs beyond noise.</source>
        <translation>
            <numerusform>Gegenüber „%1“ unterscheidet sich auch die %n Kennzahl nicht jenseits des Rauschens.</numerusform>
            <numerusform>Gegenüber „%1“ unterscheidet sich keine von %n Kennzahlen jenseits des Rauschens.</numerusform>
        </translation>
    </message>
    <message>
        <source>Against “%1”, %2 of %3 figures are better and %4 worse beyond noise.</source>
        <translation>Gegenüber „%1“ sind jenseits des Rauschens %2 von %3 Kennzahlen besser und %4 schlechter.</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>This result</source>
        <translation>Dieses</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Spanne</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
</context>
<context>
    <name>servelab::ui::RunTableModel</name>
    <message>
        <source>preparing</source>
        <translation>bereitet vor</translation>
    </message>
    <message>
        <source>starting the server</source>
        <translation>startet den Server</translation>
    </message>
    <message>
        <source>checking its answer</source>
        <translation>prüft seine Antwort</translation>
    </message>
    <message>
        <source>warming up</source>
        <translation>wärmt auf</translation>
    </message>
    <message>
        <source>measuring</source>
        <translation>misst</translation>
    </message>
    <message>
        <source>letting memory settle</source>
        <translation>lässt den Speicher abklingen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1, %2 failed</source>
        <translation>%1, %2 fehlgeschlagen</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Messungen</translation>
    </message>
    <message>
        <source>Median (%1)</source>
        <translation>Median (%1)</translation>
    </message>
    <message>
        <source>p99 (%1)</source>
        <translation>p99 (%1)</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
</context>
<context>
    <name>servelab::ui::SiteCollection</name>
    <message>
        <source>%1 (copy)</source>
        <translation>%1 (Kopie)</translation>
    </message>
    <message>
        <source>Added %1</source>
        <translation>%1 hinzugefügt</translation>
    </message>
    <message>
        <source>Removed %1</source>
        <translation>%1 entfernt</translation>
    </message>
    <message>
        <source>Moved %1</source>
        <translation>%1 verschoben</translation>
    </message>
    <message>
        <source>Changed a setting of %1</source>
        <translation>Einstellung von %1 geändert</translation>
    </message>
</context>
<context>
    <name>servelab::ui::SiteDetail</name>
    <message>
        <source>Open HTTPS</source>
        <translation>HTTPS öffnen</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>Einstellungen öffnen</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>HTTPS</source>
        <translation>HTTPS</translation>
    </message>
    <message>
        <source>Virtual hosts</source>
        <translation>Virtuelle Hosts</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>Stop serving</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Start serving</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Use port %1</source>
        <translation>Port %1 verwenden</translation>
    </message>
</context>
<context>
    <name>servelab::ui::SiteHosts</name>
    <message>
        <source>Further host names on the same port, each with a folder of its own. Drop a folder here to add one. Names that end in .localhost need no set-up. Double click to edit.</source>
        <translation>Weitere Hostnamen auf demselben Port, jeder mit eigenem Ordner. Zum Hinzufügen einen Ordner hierher ziehen. Namen, die auf .localhost enden, brauchen keine Einrichtung. Doppelklick zum Bearbeiten.</translation>
    </message>
    <message>
        <source>It answers: %1 %2, %3 in %4.</source>
        <translation>Er antwortet: %1 %2, %3 in %4.</translation>
    </message>
    <message>
        <source>Virtual hosts</source>
        <translation>Virtuelle Hosts</translation>
    </message>
    <message>
        <source>Add host...</source>
        <translation>Host hinzufügen...</translation>
    </message>
    <message>
        <source>Remove host</source>
        <translation>Host entfernen</translation>
    </message>
    <message>
        <source>Test host</source>
        <translation>Host testen</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Noch einmal prüfen</translation>
    </message>
    <message>
        <source>Choose the folder of the host</source>
        <translation>Ordner des Hosts wählen</translation>
    </message>
    <message>
        <source>Asking...</source>
        <translation>Fragt...</translation>
    </message>
</context>
<context>
    <name>servelab::ui::SiteHttps</name>
    <message>
        <source>This site answers by HTTP alone</source>
        <translation>Diese Website antwortet nur über HTTP</translation>
    </message>
    <message>
        <source>Create a certificate for this machine, and it answers by HTTPS too. Browsers accept it once they trust the authority that is made with it; nothing leaves this machine.</source>
        <translation>Mit einem Zertifikat für diesen Rechner antwortet sie auch über HTTPS. Browser nehmen es an, sobald sie der Zertifizierungsstelle vertrauen, die dabei entsteht; nichts verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>Create certificate</source>
        <translation>Zertifikat erstellen</translation>
    </message>
    <message>
        <source>Use a certificate of your own</source>
        <translation>Eigenes Zertifikat verwenden</translation>
    </message>
    <message>
        <source>This build answers by HTTP alone</source>
        <translation>Dieses Programm antwortet nur über HTTP</translation>
    </message>
    <message>
        <source>It was built without OpenSSL, which HTTPS needs.</source>
        <translation>Es wurde ohne OpenSSL gebaut, das HTTPS braucht.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>Ausliefern</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>Zertifikat</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>Vertrauen</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>Noch keines.</translation>
    </message>
    <message>
        <source>For every name of the site. The one in use is kept: undo goes back to it.</source>
        <translation>Für jeden Namen der Website. Das benutzte bleibt erhalten: Rückgängig führt zu ihm zurück.</translation>
    </message>
    <message>
        <source>Create a new certificate</source>
        <translation>Neues Zertifikat erstellen</translation>
    </message>
    <message>
        <source>These settings are not applied yet.</source>
        <translation>Diese Einstellungen gelten noch nicht.</translation>
    </message>
    <message>
        <source>Correct what is marked below; the site goes on as it was.</source>
        <translation>Was unten markiert ist, bitte berichtigen; die Website läuft weiter wie bisher.</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>HTTPS needs a certificate. Create one, or choose your own.</source>
        <translation>HTTPS braucht ein Zertifikat. Eines erstellen oder ein eigenes wählen.</translation>
    </message>
    <message>
        <source>%1 has a new certificate</source>
        <translation>%1 hat ein neues Zertifikat</translation>
    </message>
</context>
<context>
    <name>servelab::ui::SiteListModel</name>
    <message numerus="yes">
        <source>%n hosts</source>
        <translation>
            <numerusform>%n Host</numerusform>
            <numerusform>%n Hosts</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, port %3, %4</source>
        <translation>%1, %2, Port %3, %4</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>hält an</translation>
    </message>
    <message>
        <source>cannot start</source>
        <translation>startet nicht</translation>
    </message>
    <message>
        <source>folder missing</source>
        <translation>Ordner fehlt</translation>
    </message>
</context>
<context>
    <name>servelab::ui::SiteOverview</name>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Open now</source>
        <translation>Jetzt offen</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>Each point counts the requests of the second before it.</source>
        <translation>Jeder Punkt zählt die Anfragen der Sekunde davor.</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Half were faster than p50, 99 of 100 faster than p99. No line: no request.</source>
        <translation>Die Hälfte war schneller als p50, 99 von 100 schneller als p99. Keine Linie: keine Anfrage.</translation>
    </message>
    <message>
        <source>Bytes sent</source>
        <translation>Gesendete Bytes</translation>
    </message>
    <message>
        <source>In the second before each point.</source>
        <translation>In der Sekunde vor jedem Punkt.</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Open at each moment, also those that wait.</source>
        <translation>In jedem Moment offen, auch die wartenden.</translation>
    </message>
    <message>
        <source>req/s</source>
        <translation>req/s</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>gesendet</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
</context>
<context>
    <name>servelab::ui::SiteRequests</name>
    <message>
        <source>The requests could not be written to %1: %2. Choose another folder.</source>
        <translation>Die Anfragen konnten nicht nach %1 geschrieben werden: %2. Einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>No requests yet</source>
        <translation>Noch keine Anfragen</translation>
    </message>
    <message>
        <source>Each request to this site appears here as it is answered.</source>
        <translation>Jede Anfrage an diese Website erscheint hier, sobald sie beantwortet wird.</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>Search requests</source>
        <translation>Anfragen suchen</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Any status</source>
        <translation>Jeder Status</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Any host</source>
        <translation>Jeder Host</translation>
    </message>
    <message>
        <source>Content coding</source>
        <translation>Kodierung</translation>
    </message>
    <message>
        <source>Any coding</source>
        <translation>Jede Kodierung</translation>
    </message>
    <message>
        <source>Brotli</source>
        <translation>Brotli</translation>
    </message>
    <message>
        <source>gzip</source>
        <translation>gzip</translation>
    </message>
    <message>
        <source>not coded</source>
        <translation>unkodiert</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>HTTP Archive (HAR)...</source>
        <translation>HTTP-Archiv (HAR)...</translation>
    </message>
    <message>
        <source>One JSON object a line (NDJSON)...</source>
        <translation>Ein JSON-Objekt je Zeile (NDJSON)...</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Coding</source>
        <translation>Kodierung</translation>
    </message>
    <message>
        <source>Sent (KiB)</source>
        <translation>Gesendet (KiB)</translation>
    </message>
    <message>
        <source>Duration (ms)</source>
        <translation>Dauer (ms)</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n requests</source>
        <translation>
            <numerusform>%1 von %n Anfrage</numerusform>
            <numerusform>%1 von %n Anfragen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 new</source>
        <translation>%1 neu</translation>
    </message>
    <message>
        <source>%1 came too fast to be kept</source>
        <translation>%1 kamen zu schnell, um aufgehoben zu werden</translation>
    </message>
    <message>
        <source>Export requests</source>
        <translation>Anfragen exportieren</translation>
    </message>
    <message>
        <source>HTTP Archive (*.har)</source>
        <translation>HTTP-Archiv (*.har)</translation>
    </message>
    <message>
        <source>JSON lines (*.ndjson)</source>
        <translation>JSON-Zeilen (*.ndjson)</translation>
    </message>
    <message numerus="yes">
        <source>Wrote %n requests to %1</source>
        <translation>
            <numerusform>%n Anfrage nach %1 geschrieben</numerusform>
            <numerusform>%n Anfragen nach %1 geschrieben</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>servelab::ui::SiteSession</name>
    <message>
        <source>%1 answers at %2</source>
        <translation>%1 antwortet unter %2</translation>
    </message>
    <message>
        <source>The folder %1 is not there any more.</source>
        <translation>Der Ordner %1 ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Bring it back, and the site goes on by itself; or choose another folder.</source>
        <translation>Ihn zurückholen, dann läuft die Website von selbst weiter; oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>%1 is there again</source>
        <translation>%1 ist wieder da</translation>
    </message>
    <message>
        <source>%1 could not start</source>
        <translation>%1 konnte nicht starten</translation>
    </message>
    <message>
        <source>%1 has stopped</source>
        <translation>%1 ist angehalten</translation>
    </message>
</context>
<context>
    <name>servelab::ui::SiteSettings</name>
    <message>
        <source>Fastest, with larger answers.</source>
        <translation>Am schnellsten, mit größeren Antworten.</translation>
    </message>
    <message>
        <source>A good balance when answers are compressed while the client waits.</source>
        <translation>Ein guter Mittelweg, wenn komprimiert wird, während der Client wartet.</translation>
    </message>
    <message>
        <source>Slower. Fits files that are compressed once and then kept.</source>
        <translation>Langsamer. Passt für Dateien, die einmal komprimiert und dann behalten werden.</translation>
    </message>
    <message>
        <source>Smallest answers, very slow to make: tens of times slower than 4.</source>
        <translation>Kleinste Antworten, sehr langsam erzeugt: um ein Vielfaches von zehn langsamer als 4.</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen suchen</translation>
    </message>
    <message>
        <source>Changed only</source>
        <translation>Nur Geändertes</translation>
    </message>
    <message>
        <source>Every setting has its default.</source>
        <translation>Alle Einstellungen haben ihren Standardwert.</translation>
    </message>
    <message>
        <source>No setting matches &quot;%1&quot;.</source>
        <translation>Keine Einstellung passt zu „%1“.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::SiteStore</name>
    <message>
        <source>It is not a list of sites.</source>
        <translation>Sie ist keine Liste von Websites.</translation>
    </message>
    <message>
        <source>It was written by a later version of this program.</source>
        <translation>Sie wurde von einer späteren Version dieses Programms geschrieben.</translation>
    </message>
    <message>
        <source>Your list of sites could not be saved: %1.</source>
        <translation>Die Liste der Websites konnte nicht gespeichert werden: %1.</translation>
    </message>
    <message>
        <source>Make room or allow writing in %1.</source>
        <translation>Platz schaffen oder Schreiben in %1 erlauben.</translation>
    </message>
    <message>
        <source>Your list of sites could not be read completely. %1</source>
        <translation>Die Liste der Websites konnte nicht vollständig gelesen werden. %1</translation>
    </message>
    <message>
        <source>It could not be copied either; look at it before you change anything.</source>
        <translation>Sie konnte auch nicht kopiert werden; vor jeder Änderung bitte ansehen.</translation>
    </message>
    <message>
        <source>The file was kept as %1, in the same folder.</source>
        <translation>Die Datei wurde als %1 im selben Ordner aufgehoben.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::SitesPage</name>
    <message>
        <source>Search sites</source>
        <translation>Websites suchen</translation>
    </message>
    <message>
        <source>Add folder...</source>
        <translation>Ordner hinzufügen...</translation>
    </message>
    <message>
        <source>Sites</source>
        <translation>Websites</translation>
    </message>
    <message>
        <source>Serve your first folder</source>
        <translation>Den ersten Ordner ausliefern</translation>
    </message>
    <message>
        <source>Choose a folder, or drop one anywhere on this window. It becomes a site that your browser can open and that you can measure.</source>
        <translation>Einen Ordner wählen oder irgendwo auf dieses Fenster ziehen. Daraus wird eine Website, die der Browser öffnet und die sich messen lässt.</translation>
    </message>
    <message>
        <source>Open the sample site</source>
        <translation>Beispiel-Website öffnen</translation>
    </message>
    <message>
        <source>Start serving</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Stop serving</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Site settings</source>
        <translation>Einstellungen der Website</translation>
    </message>
    <message>
        <source>Requests of the site</source>
        <translation>Anfragen der Website</translation>
    </message>
    <message>
        <source>HTTPS of the site</source>
        <translation>HTTPS der Website</translation>
    </message>
    <message>
        <source>Virtual hosts of the site</source>
        <translation>Virtuelle Hosts der Website</translation>
    </message>
    <message>
        <source>Duplicate site</source>
        <translation>Website duplizieren</translation>
    </message>
    <message>
        <source>Move site up</source>
        <translation>Website nach oben</translation>
    </message>
    <message>
        <source>Move site down</source>
        <translation>Website nach unten</translation>
    </message>
    <message>
        <source>Remove site</source>
        <translation>Website entfernen</translation>
    </message>
    <message>
        <source>Opened %1</source>
        <translation>%1 geöffnet</translation>
    </message>
    <message>
        <source>No browser could be opened. Copy the address instead: %1</source>
        <translation>Es ließ sich kein Browser öffnen. Stattdessen die Adresse kopieren: %1</translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation>%1 kopiert</translation>
    </message>
</context>
<context>
    <name>servelab::ui::StatusBadge</name>
    <message>
        <source>State: %1</source>
        <translation>Zustand: %1</translation>
    </message>
</context>
<context>
    <name>servelab::ui::SweepRow</name>
    <message>
        <source>such as: 0, 1 MiB, 64 MiB</source>
        <translation>zum Beispiel: 0, 1 MiB, 64 MiB</translation>
    </message>
    <message>
        <source>such as: 1 s, 5 s, 30 s</source>
        <translation>zum Beispiel: 1 s, 5 s, 30 s</translation>
    </message>
    <message>
        <source>such as: 1, 2, 4 or 0..100..20</source>
        <translation>zum Beispiel: 1, 2, 4 oder 0..100..20</translation>
    </message>
    <message>
        <source>No second setting</source>
        <translation>Keine zweite Einstellung</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Choose at least one value of %1.</source>
        <translation>Mindestens einen Wert für „%1“ wählen.</translation>
    </message>
</context>
<context>
    <name>servelab::ui::TableEditor</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Add to: %1</source>
        <translation>Hinzufügen zu: %1</translation>
    </message>
    <message>
        <source>Remove from: %1</source>
        <translation>Entfernen aus: %1</translation>
    </message>
</context>
<context>
    <name>servelab::ui::Tray</name>
    <message>
        <source>Show window</source>
        <translation>Fenster zeigen</translation>
    </message>
    <message>
        <source>Stop all sites</source>
        <translation>Alle Websites anhalten</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
</context>
<context>
    <name>servelab::ui::TrustGuide</name>
    <message>
        <source>Copy commands</source>
        <translation>Befehle kopieren</translation>
    </message>
    <message>
        <source>System or browser</source>
        <translation>System oder Browser</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <source>Browsers warn until they trust the authority of this machine. That is done once, and counts for every certificate that is created here.</source>
        <translation>Browser warnen, bis sie der Zertifizierungsstelle dieses Rechners vertrauen. Das ist einmal zu tun und gilt für jedes Zertifikat, das hier erstellt wird.</translation>
    </message>
    <message>
        <source>The authority&apos;s file: %1</source>
        <translation>Datei der Zertifizierungsstelle: %1</translation>
    </message>
    <message>
        <source>Copy the file&apos;s name</source>
        <translation>Dateinamen kopieren</translation>
    </message>
    <message>
        <source>Copied the name of the authority&apos;s file</source>
        <translation>Dateiname der Zertifizierungsstelle kopiert</translation>
    </message>
    <message>
        <source>Copied the commands for %1</source>
        <translation>Befehle für %1 kopiert</translation>
    </message>
</context>
<context>
    <name>servelab::ui::VariantListModel</name>
    <message>
        <source>Baseline: the settings as they are</source>
        <translation>Basis: die Einstellungen, wie sie sind</translation>
    </message>
    <message>
        <source>Baseline. %1</source>
        <translation>Basis. %1</translation>
    </message>
    <message>
        <source>No difference yet: the same as the baseline</source>
        <translation>Noch kein Unterschied: dasselbe wie die Basis</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>Difference from the baseline</source>
        <translation>Unterschied zur Basis</translation>
    </message>
</context>
<context>
    <name>servelab::ui::VirtualHostModel</name>
    <message>
        <source>checking...</source>
        <translation>wird geprüft...</translation>
    </message>
    <message>
        <source>✓ ready</source>
        <translation>✓ bereit</translation>
    </message>
    <message>
        <source>⚠ folder missing</source>
        <translation>⚠ Ordner fehlt</translation>
    </message>
    <message>
        <source>⚠ name unknown</source>
        <translation>⚠ Name unbekannt</translation>
    </message>
    <message>
        <source>⚠ leads elsewhere</source>
        <translation>⚠ führt woandershin</translation>
    </message>
    <message>
        <source>⚠ not applied</source>
        <translation>⚠ gilt noch nicht</translation>
    </message>
    <message>
        <source>Host name</source>
        <translation>Hostname</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
</context>
</TS>
